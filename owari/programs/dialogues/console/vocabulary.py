"""Words that console programs use in other languages, each with the English word that the readers
of prompts and moves know.

A row of a table has one meaning, a column one language: Portuguese, Spanish, French, German,
Italian, Polish, Russian, Turkish, Dutch, Swedish, Hungarian, Czech, Indonesian and
Romanian. Marks on letters
do not matter. No word stands here that is an English word too, or the name of a square. Japanese,
Chinese and Korean have a table of their own, as their words have no spaces between them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

_PLAIN = """
enter | digite informe insira introduza escreva entre | introduzca introduce ingrese ingresa escriba escribe teclee digita intro | entrez entrer entree saisissez saisir tapez indiquez donnez | eingeben eingabe gib geben geben tippe | inserisci inserire inserisca immetti digita scrivi invio | podaj podac wpisz wprowadz | введите введи ввод | girin giriniz gir girin yazin yaziniz | voer typ invoeren | ange skriv mata | adja add adj irja ird kerem ussön üssön | zadejte zadej vlozte napiste napis | masukkan ketik ketikkan | introduceti introdu scrieti tastati
suggested | sugerido sugere recomendado sugerida | sugieren sugiere sugerido sugerida recomendado recomiendan recomienda | suggere recommande conseille | empfohlen vorgeschlagen | suggerito consigliato consigliati | zalecane zalecana sugerowane | рекомендуется советуем | onerilen | aanbevolen | rekommenderat foreslaget | ajanlott javasolt | doporuceno doporucene | disarankan | recomandat sugerat
default | padrao | defecto predeterminado predeterminada | defaut | voreingestellt vorgabe | predefinito predefinita | domyslnie domyslna | умолчанию | varsayilan | standaard | forvalt | alapertelmezett | vychozi | bawaan | implicit implicita
choose | escolha escolhe selecione selecciona indique | elija elige escoja escoge seleccione selecciona seleccionar | choisissez choisir choisis selectionnez | waehle waehlen wahle wahlen wahl auswahl auswaehlen | scegli scegliere scelga seleziona | wybierz wybor | выберите выбери выбор | secin seciniz sec secim seciminiz | kies keuze | valj | valasszon valassz valassza valaszd valasztas valasztasa valasztod valasztasz | vyberte vyber zvolte zvol volba | pilih pilihan | alegeti alege selectati selecteaza
press | pressione pressiona prima aperte carregue tecle | presione presiona pulse pulsa oprima | appuyez appuyer pressez | druecke druecken drucke drucken | premi premere prema | nacisnij wcisnij | нажмите нажми | basin basiniz | druk | tryck | nyomja nyomj nyomjon | stisknete stiskni zmacknete | tekan | apasati apasa
key | tecla | | touche | taste eingabetaste | tasto | klawisz klawisza | клавишу клавиша | tusa tus tusuna | toets | tangent | gombot billentyut gomb billentyu | klavesu klavesa | tombol | tasta
any | qualquer | cualquier alguna | une quelconque | beliebige beliebiger beliebigen eine irgendeine | qualsiasi un | dowolny | любую | herhangi bir | een willekeurige | valfri | barmely barmelyik egy | libovolnou | sembarang apapun | orice
the | | el los las la | le les | das der dem des sie | il lo gli | | | | het | | az |  | |
on | | | sur | auf | | | на | | | |  |  | | pe
to | para | para | pour | zum fuer fur |  | aby dla | чтобы для | icin |  | att |  |  | untuk | pentru
continue | continuar prosseguir | continuar seguir | continuer | fortfahren fortzufahren weiter | continuare proseguire | kontynuowac dalej | продолжить продолжения | devam | verder doorgaan | fortsatta | folytatas folytatashoz folytatni folytatja | pokracovat pokracovani | melanjutkan lanjut | continua continuare
or | ou | | ou | oder | oppure | lub albo | или | veya yada |  | eller | vagy | nebo | atau | sau
and | | | | und | | | | ve |  | och |  |  | dan |
which | qual quais | cual cuales | quel quelle quels quelles | welche welcher welches welchen | quale quali | ktory ktora ktore | какой какую какое | hangi | welke | vilken vilket | melyik melyiket | ktery kterou ktere | mana |
number | numero | numero | numero | nummer zahl | numero | numer liczbe | номер число | numara numarasi numarasini sayi | nummer getal | siffra nummer | szam szamot szama | cislo | nomor angka | numar numarul
move | jogada jogadas lance movimento movimentos | jugada jugadas movimiento movimientos | coup mouvement | zug spielzug zuege zuge | mossa mosse | ruch ruchu ruchy | ход хода ходы | hamle hamleyi hamlenizi hamleniz hamlesi | zet zetten | drag draget | lepes lepese lepesed lepest lepj | tah tahu tahy | langkah gerakan | mutare mutarea mutarile
moves | joga move-se | juega mueve | joue bouge | zieht setzt spielt | gioca muove | gra rusza | ходит играет | oynuyor oynar | speelt zet | spelar | lep | hraje tahne | bergerak melangkah | muta
played | jogou moveu colocou | jugo movio coloco | joua | zog setzte spielte gespielt gezogen gesetzt | giocato mosso | zagral ruszyl postawil | походил сыграл сходил поставил | oynadi koydu | speelde gespeeld | spelade | lepett rakott tette | zahral tahl | | mutat jucat
chose | escolheu selecionou | eligio escogio | choisit choisi | waehlt waehlte gewaehlt wahlt wahlte gewahlt | scelto sceglie | wybral wybiera | выбрал выбирает | secti | kiest koos gekozen | valde valjer | valasztott valasztotta | vybral zvolil | | ales
turns | turnos | turnos | tours | | turni | tury | ходов | | beurten | | | | |
turn | vez turno | turno | tour | dran | turno | tura kolej | очередь | sira sirasi siran | beurt | tur | kor jon kovetkezik | rade | giliran giliranmu | randul
your | sua seu suas seus tua teu | tu su sus tus | votre vos | dein deine deinen ihr ihre ihren | tuo tua vostra suo | twoj twoja twoje | ваш ваша ваше твой твоя | senin sizin | jouw uw | din ditt |  | vas tvuj vase tvoje | anda kamu | dumneavoastra
row | linha linhas fila fileira | fila filas renglon | ligne lignes rangee | zeile zeilen reihe | riga righe | wiersz wiersza rzad rzedu | строка строку строки ряд ряда | satir satiri satirin | rij | rad rader | sor sort sora sorszam | radek radku rada radu | baris | linia linie rand
column | coluna colunas | columna columnas | colonne colonnes | spalte spalten | colonna colonne | kolumna kolumne kolumny | столбец столбца колонка колонку | sutun sutunu kolon | kolom | kolumn kolumnen | oszlop oszlopot oszlopszam | sloupec sloupce | kolom | coloana
square | quadrado posicao posicoes celula | posicion posiciones casillero celda | emplacement | feld felder | casella posizione cella | pozycja pozycje | клетка клетку клетки поле позицию | kare hucre konum | veld vakje | ruta rutan | mezo mezot pozicio | policko policka | kotak posisi | pozitia pozitie patratul
pit | casa casas cova covas buraco buracos poco cavidade | hoyo hoyos casa casas casilla casillas pozo pozos agujero agujeros hueco huecos | trou trous puits | mulde mulden loch grube kuhle haus | buca buche fossa casa casella | dolek dolka dolki | лунка лунку лунки ямка ямку | kuyu kuyuyu kuyunun cukur | kuil kuiltje | grop halan | godor godrot lyuk hazat hazad hazadat hazbol | dulek jamka | lubang | groapa gropita casuta
coordinates | coordenada coordenadas | coordenada coordenadas | coordonnees | koordinate koordinaten | coordinata coordinate | wspolrzedne | координаты координату | koordinat koordinatlari | coordinaten | koordinater | koordinata koordinatak koordinatai koordinatait | souradnice | koordinat | coordonate coordonatele
disc | peca pecas | ficha fichas | pion pions jeton | spielstein scheibe | pedina pedine | pionek pionka | фишка фишку | tas tasi |  | bricka | korong korongot babu | kamen | bidak keping |
stones | sementes pedras | semillas piedras | graines pierres | steine bohnen | pietre | kamienie | камней камни семян | taslar | stenen | stenar | kovek magok | kameny kamenu | batu biji |
name | nome apelido nickname | nombre | nom pseudo prenom | | nome | imie nazwe | имя | isim adiniz ismi adinizi isminizi isminiz | naam | namn | nev nevet neve neved | jmeno | nama | nume numele
level | nivel niveis | nivel niveles | niveau | stufe schwierigkeit schwierigkeitsgrad | livello | poziom | уровень | seviye zorluk seviyesi | niveau moeilijkheid | niva | szint szintet | uroven | tingkat | nivelul
difficulty | dificuldade | dificultad | difficulte | schwierigkeitsstufe | difficolta | trudnosci trudnosc | сложность сложности | zorlugu | moeilijkheidsgraad | svarighetsgrad | nehezseg nehezseget nehezsegi | obtiznost | kesulitan | dificultate dificultatea
depth | profundidade | profundidad | profondeur | tiefe suchtiefe | profondita | glebokosc glebokosci | глубина глубину | derinlik derinligi | diepte | djup | melyseg melyseget | hloubka hloubku | kedalaman | adancime adancimea
mode | modo | modo modalidad | | modus spielmodus | modalita | tryb | режим | modu | spelmodus | lage | jatekmod jatekmodot jatekmodok | rezim | | modul
game | jogo partida | juego partida | jeu partie | spiel | gioco partita | gry gra grze | игра игры игру | oyun oyunu | spel | spelet | jatek jatekot | hra hru hry | permainan | joc jocul jocului
again | novamente outra denovo | nuevo nuevamente otra | nouveau encore | nochmal erneut nochmals noch | nuovo ancora | ponownie jeszcze | снова заново еще | tekrar yeniden | opnieuw nogmaals | igen | ujra megegyszer | znovu opet | lagi |
try | tente | intente intenta | essayez reessayez | versuche versuchen | riprova prova | sprobuj | попробуйте попробуй | deneyin | probeer | forsok | probald probalja | zkuste zkus | coba | incercati incearca
invalid | invalido invalida invalidos invalidas ilegal incorreto incorreta | invalido invalida ilegal incorrecto incorrecta | invalide incorrect interdit | ungueltig ungultig ungueltige ungueltiger ungueltiges ungultige ungultiger ungultiges falsch falsche unzulaessig | invalida invalido errato errata valida | nieprawidlowy nieprawidlowa niepoprawny niepoprawne niedozwolony bledny bledne zly | неверный неверно недопустимый неправильный нельзя некорректный ошибка | gecersiz hatali yanlis | ongeldig ongeldige fout | ogiltig ogiltigt felaktig | ervenytelen hibas szabalytalan | neplatny neplatna neplatne chybny chybne spatny spatne | salah | invalida gresit gresita
error | erro | | erreur | fehler | errore | blad | | hata | | fel | hiba | chyba | | eroare
cannot | | | | kann kannst koennen konnen | | | невозможно | | kan | | nem-lehet | nelze | tidak-bisa |
empty | vazia vazio | vacio vacia | vide | leer leeres | vuota vuoto | pusty puste pusta | пустая пустой пуста | bos | leeg | | ures | prazdny prazdne prazdna | kosong | goala
over | terminou acabou encerrado finalizado | termino acabo terminado terminada finalizado | termine terminee finie | beendet vorbei zuende | finita finito terminata |  | окончена завершена закончена | bitti sona | afgelopen voorbij | |  | skoncila konec | selesai berakhir | terminat incheiat
game over | | | | spielende | | zakonczona skonczona zakonczony | | | | | vege veget |  | |
end of | fim | fin | | ende |  | koniec | конец | | einde | |  |  | | sfarsitul
won | ganhou venceu vence ganha vencedor | gano gana ganador vencio | gagne gagnant vainqueur remporte | gewinnt gewonnen gewinner sieger | vinto vince vincitore | wygral wygrywa wygrana zwyciezca | победил выиграл победитель победили | kazandi kazanan | wint winnaar gewonnen | vann vinner vinnare | nyert gyozott nyertes gyoztes | vyhral vyhrava vitez vyhrali | menang pemenang | castigat castigatorul castigator castiga
score | placar pontuacao pontos | puntaje puntuacion puntos | pointage | punkte punktestand | punteggio punti | wynik punkty | счет очки очков | skor puan | punten | poang | pontszam pontok eredmeny | skore vysledek bodu | skor nilai | scor scorul
draw | empate | empate | egalite nul | unentschieden | pareggio | remis | ничья | berabere | gelijkspel | oavgjort | dontetlen | remiza | seri | remiza egalitate
wait | aguarde espere | espere espera | attendez patientez | warte warten | attendi aspetta | czekaj | ждите подождите | bekleyin | wacht | vanta | varjon varj | cekejte pockejte | tunggu | asteptati
thinking | pensando pensar | pensando | reflechit | denkt ueberlegt uberlegt | pensando | mysli | думает | dusunuyor | denkt | tanker | gondolkodik | premysli | berpikir | gandeste
pass | passar passe | pasar pasa | passer | passen aussetzen | passare passa | pasuj | пас пропуск пропустить | pas | passen | passa | passz passzol |  | |
how many | quantos quantas | cuantos cuantas | combien | wieviele wieviel | quanti quante | ile ilu | сколько | kac | hoeveel | hur | hany mennyi | kolik | berapa | cate cati
color | cor | | couleur couleurs | farbe farben | colore colori | kolor koloru | цвет цвета | renk rengi renginizi | kleur | farg | szin szint szinu szinnel | barva barvu | warna | culoare culoarea
who | quem | quien quienes | qui | wer | chi | kto | кто | kim | wie | vem | ki kinek | kdo | siapa | cine
begins | comeca comecara inicia comecar iniciar | empieza comienza inicia empezar comenzar iniciar | commence commencera commencer debute | beginnt anfangen faengt fangt beginnen anfaengt | inizia comincia iniziare cominciare | zaczyna rozpoczyna zaczac zaczynac rozpoczac | начинает начать начинать ходить | baslar baslasin baslamak baslayacak basla | begint beginnen | borjar borja | kezd kezdi kezdjen kezdeni kezdje kezdo | zacina zacit zacinat | mulai memulai | incepe inceapa incepeti
want | deseja quer queres gostaria | quiere quieres desea deseas | voulez veux souhaitez | willst wollen moechten mochten moechtest mochtest soll | vuoi desideri vorresti | chcesz czy | хотите хочешь желаете | ister misiniz istiyor misin | wilt wil | vill | szeretne szeretnel akar akarsz | chcete chces | ingin mau | doriti vreti vrei doresti
play | jogar | jugar | jouer | spielen | giocare | grac zagrac | играть сыграть | oynamak oyna | spelen | spela | jatszani jatszik | hrat | bermain | jucati joci
against | | | contre | gegen | contro | kontra przeciw przeciwko | против | karsi | tegen | mot | ellen | proti | | contra
with | | | avec | mit | | | | | | | | | dengan | cu
new | novo nova | nuevo nueva | nouvelle | neues neue | nuova | nowa | новая новую | yeni | nieuw | nytt | uj | nova | baru | nou
quit | sair encerrar terminar | salir | quitter | beenden verlassen | esci uscire | wyjscie wyjdz zakoncz | выход выйти | cikis | afsluiten stoppen | avsluta | kilepes | ukoncit | keluar | iesire
save | salvar salva | guardar | sauvegarder enregistrer | speichern | salvare | zapisz | сохранить | kaydet | opslaan | spara | mentes | ulozit | simpan | salveaza
load | carregar recarregar recarrega | cargar | charger | laden | caricare carica | wczytaj | загрузить | yukle | | ladda | betoltes | nacist | muat | incarca
rules | regras | reglas | regles | regeln spielregeln | regole | zasady | правила | kurallar | spelregels | regler | szabalyok | pravidla | aturan | reguli
help | ajuda | ayuda | aide | hilfe | aiuto | pomoc | помощь | yardim | hulp | hjalp | segitseg | napoveda | bantuan | ajutor
"""  # noqa: E501
_ANSWERS = """
first | primeiro primeira | primero primera primer | premier premiere | zuerst erste erster erstes ersten | primo prima | pierwszy pierwsza pierwsze | первый первым первая первое первой | ilk birinci | eerst eerste | forst forsta | elso elsokent elsonek | prvni | pertama | primul
second | segundo segunda | segundo segunda | deuxieme | zweite zweiter zweiten | secondo seconda | drugi druga | второй вторым вторая | ikinci | tweede | andra | masodik masodikkent masodiknak | druhy | kedua | doilea
computer | computador maquina | computadora ordenador maquina | ordinateur | rechner | calcolatore | komputer komputera | компьютер компьютера компьютеру компьютером машина бот ии | bilgisayar bilgisayarin | | dator datorn | gep szamitogep gepi | pocitac pocitace pocitaci | komputer | calculatorul calculator calculatorului
human | humano pessoa usuario utilizador | humano persona usuario | humain utilisateur | mensch menschen | umano utente | czlowiek | человек человека | insan kullanici | mens gebruiker | manniska | emberi emberrel | clovek | manusia | omul
player | jogador jogadores jogadora | jugador jugadores | joueur joueurs | spieler spielers | giocatore giocatori | gracz gracza graczy | игрок игрока игроку | oyuncu oyuncunun | speler | spelare | jatekos jatekosok jatekosnak | hrac hrace hraci | pemain | jucator jucatorul jucatori jucatorului
opponent | adversario oponente | oponente adversario | adversaire | gegner | avversario | przeciwnik | противник противника соперник | rakip | tegenstander | motstandare | ellenfel | souper | lawan | adversarul adversar
you | voce | usted | vous tu | du | tocca | ty | вы ты вам | sen siz | jij | | te |  | |
black | preto preta pretas pretos negras | negro negra negras negros | noir noirs noire | schwarz schwarze schwarzer | nero nera neri | czarny czarne czarnych czarnymi | черный черные черных черными | siyah siyahlar | zwart | svart | fekete feketevel | cerny cerna cerne | hitam | negru
white | branco branca brancas brancos | blanco blanca blancas blancos | blanc blancs blanche | weiss weisse weisser | bianco bianca bianchi | bialy biale bialych bialymi | белый белые белых белыми | beyaz beyazlar |  | vit | feher feherrel | bily bila bile | putih | alb
easy | facil principiante iniciante | facil principiante novato | facile debutant | leicht einfach anfaenger anfanger | facile principiante | latwy latwa poczatkujacy | легкий легко легкая новичок | kolay | makkelijk eenvoudig | latt | konnyu kezdo | lehka lehky snadna | mudah | usor incepator
medium | medio intermediario | medio intermedio | moyen moyenne intermediaire | mittel mittlere | medio intermedio | sredni srednia | средний среднее средняя | orta | gemiddeld | medel | kozepes | stredni | sedang | mediu
hard | dificil | dificil | difficile avance | schwer schwierig | difficile | trudny trudna | сложный сложно трудный | zor | moeilijk | | nehez | tezka tezky | sulit | greu
expert | especialista mestre | experto maestro | maitre | experte | esperto maestro | ekspert | эксперт мастер | uzman | | | | | ahli |
yes | sim | si | oui | ja | si | tak | да | evet | ja | ja | igen | ano | ya | da
no | nao | no | non | nein | no | nie | нет | hayir | nee | nej | nem | ne | tidak | nu
"""  # noqa: E501
"""Words that may also be answers."""
_WITHOUT_SPACES = """
enter | 入力 | 请输入 請輸入 输入 輸入 | 입력
choose | 選択 選んで 選ぶ 選びます | 请选择 請選擇 选择 選擇 | 선택
press any key | 何かキーを押して 任意のキーを押して 何か入力すると | 按任意键 按任意鍵 | 아무키나
press key | キーを押して キーを押す | |
press Enter | | 按回车 按回车键 按下回车 | 엔터
continue: | 続けるには 続けるために 続行します 続けます | | 계속하려면
where | どこ | 哪里 哪裡 | 어디
row and column | 行と列 行列 | 行和列 行列 行号和列号 行與列 | 행과열
row | 行 行番号 横 | 行 行号 行數 行数 第几行 | 행
column | 列 列番号 縦 | 列 列号 列數 列数 第几列 | 열
coordinates | 座標 | 坐标 座標 | 좌표
square | マス 位置 場所 | 位置 格子 | 위치
pit | 穴 ポケット | 坑 洞 | 구멍
disc | 石 コマ 駒 | 棋子 石子 | 돌
move | 手を 着手 | 着法 |
play | 置き 置く 置いて 打ち 打つ | 落子 下棋 下子 走棋 | 놓
played | 置きました 置いた 打ちました 打った | 下在 落在 | 놓았
turn | ターン の番 手番 番です | 回合 轮到 輪到 | 차례
your | あなたの 君の | 你的 您的 | 당신의
number | 数字 番号 数値 | 数字 數字 编号 | 숫자 번호
invalid | 無効 不正 間違って 正しくありません 置けません 置けない 打てません 打てない できません | 无效 無效 非法 不能 不合法 | 잘못 둘수없
error | エラー | 错误 錯誤 | 오류
again | もう一度 再入力 やり直し | 再次 重新 再来 再試 | 다시
pass | パス | 跳过 跳過 | 패스
game over | ゲーム終了 ゲームオーバー 対局終了 試合終了 最終結果 | 游戏结束 遊戲結束 | 게임종료
won | 勝ち 勝利 | 获胜 獲勝 胜利 勝利 赢了 | 승리
lost | 負け 敗北 | 输了 輸了 失败 | 패배
draw | 引き分け 引分け | 平局 和棋 | 무승부
score | スコア 得点 | 得分 比分 分数 | 점수
name | 名前 | 名字 姓名 | 이름
algorithm | アルゴリズム | 算法 演算法 | 알고리즘
level | レベル 難易度 強さ | 难度 難度 级别 | 난이도
depth | 深さ | 深度 | 깊이
time | 時間 持ち時間 制限時間 思考時間 | 时间 時間 限时 限時 | 시간
milliseconds | ミリ秒 | 毫秒 | 밀리초
seconds | 秒 | 秒 秒钟 秒鐘 | 초
each | 各 | 每个 每個 每位 | 각
mode | モード | 模式 | 모드
thinking | 考え中 考えて 思考中 | 思考 | 생각
human vs computer | 人間対CPU 対CPU CPU対戦 CPUと対戦 一人で遊ぶ | 人机对战 人機對戰 人机 单人 | 1인용
human vs human | 二人対戦 2人対戦 対人戦 二人で遊ぶ | 双人对战 人人对战 雙人對戰 双人 | 2인용
quit | 終了 中断 | 退出 结束 結束 | 종료
undo | 待った 一手戻る 戻す | 悔棋 撤销 | 무르기
rules | ルール 遊び方 | 规则 規則 | 규칙
who | 誰 だれ どちら | 谁 誰 | 누가
first | 先手 先攻 先行 | 先手 先行 | 선공 먼저
second | 後手 後攻 後行 | 后手 後手 | 후공
human | 人間 ヒト 人 手動 | 人类 人類 | 사람
player | プレイヤー プレーヤー | 玩家 | 플레이어
random | ランダム | 随机 隨機 | 랜덤 무작위
computer | コンピュータ コンピューター 機械 ロボット | 电脑 電腦 计算机 机器 机器人 機器人 | 컴퓨터
opponent | 相手 | 对手 對手 | 상대
you | あなた 君 | 你 您 | 당신
black | 黒 | 黑 黑棋 黑方 | 흑
white | 白 | 白 白棋 白方 | 백
yes | はい | 是 |
no | いいえ | 否 | 아니오
"""  # noqa: E501
"""Words of Japanese, Chinese and Korean, which stand for no answers in programs: `y` does."""
_DENIALS = r"""
\bnao (?:(?:e|foi|esta) )?(?:uma? )?(?:\w+ )?(?:valid[oa]s?|permitid[oa]s?|possivel)\b|\bnao (?:se )?pode\b
\bno (?:(?:es|esta|son) )?(?:una? )?(?:\w+ )?(?:valid[oa]s?|permitid[oa]s?|posible)\b|\bno (?:se )?pued(?:e|es)\b
\b(?:n['’ ]|ne )(?:est|sont) pas (?:une? )?(?:\w+ )?(?:valides?|possible|permise?|autorisee?|legale?|jouable|correcte?)\b|\b(?:non|pas) (?:valide|autorisee?|permise?)\b|\bne (?:peut|peux|pouvez) pas\b|\bcoup (?:est )?impossible\b
\b(?:nicht|keine?|kein(?:en|er)) (?:\w+ )?(?:(?:gu|gue)ltig\w*|erlaubt\w*|mo(?:e)?glich\w*|zula(?:e)?ssig\w*)
\bnon (?:(?:e|sono) )?(?:una? )?(?:\w+ )?(?:valid[oaie]|permess[oa]|possibile|consentit[oa])\b|\bnon (?:si )?(?:puoi|puo)\b
\bnie (?:(?:jest|sa) )?(?:\w+ )?(?:poprawn|prawidlow|dozwolon|mozliw|legaln)\w*|\bnie moz(?:na|esz)\b
\bне (?:\w+ )?(?:допустим|разреш|возмож|корректн|правильн|верн)\w*|\bне (?:можете|можешь)\b
\b(?:gecerli|mumkun|uygun) (?:\w+ ){0,2}degil\w*|\boyna(?:na|ya)maz\w*
\b(?:niet|geen) (?:\w+ )?(?:geldig\w*|toegestaan|mogelijk\w*)\b|\bkan niet\b
\b(?:inte|ej) (?:\w+ )?(?:giltig\w*|tillat\w*|mojlig\w*)
\bnem (?:\w+ )?(?:ervenyes|lehet|lehetseges|szabalyos|megengedett)\b
\bneni (?:\w+ )?(?:platn|mozn|povolen|dovolen)\w*|\bnemuze(?:te|s)\b
\btidak (?:valid|sah|bisa|boleh|dapat|diizinkan|diperbolehkan|mungkin)\b
有効.{0,3}(?:ない|なく|ありません)
不是(?:有效|合法)|不(?:允许|允許|可以)
(?:유효|올바르)하?지\s*않
"""  # noqa: E501
"""What denies a move, a language a line, in small letters without marks: `n'est pas valide`."""
_DENIES = re.compile("|".join(_DENIALS.strip().split("\n")))
_CHARACTERS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_HAS_CHARACTERS = re.compile(rf"[{_CHARACTERS}]")
_IS_NUMBER = re.compile(r"は\s*(?=\d)")
_EDGE = re.compile(rf"(?<=[A-Za-z\d])(?=[{_CHARACTERS}])|(?<=[{_CHARACTERS}])(?=[A-Za-z\d])")
_WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)?")
_SIMPLE = str.maketrans({"ł": "l", "ı": "i", "ß": "ss", "ø": "o", "æ": "ae"})


def _simple(word: str) -> str:
    """The word in small letters without marks."""
    apart = unicodedata.normalize("NFKD", word.lower().replace("İ", "i").translate(_SIMPLE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _words(table: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in table.strip().split("\n"):
        meaning, *cells = (cell.strip() for cell in row.split("|"))
        for word in " ".join(cells).split():
            found.setdefault(_simple(word), meaning)
    return found


_MEANINGS = {False: _words(_PLAIN), True: {**_words(_ANSWERS), **_words(_PLAIN)}}
"""The English words, without and with those that may be an answer."""
_YES, _NO = (
    [cell.strip() for cell in row.split("|")[1:]] for row in _ANSWERS.strip().split("\n")[-2:]
)


_MEANINGS_WITHOUT_SPACES = {
    word: meaning
    for row in _WITHOUT_SPACES.strip().split("\n")
    if row
    for meaning, *cells in [[cell.strip() for cell in row.split("|")]]
    for word in " ".join(cells).split()
}


def _with_spaces(text: str) -> str:
    """The text with English words for those of languages without spaces, and with plain marks and
    digits."""
    plain = _IS_NUMBER.sub(" = ", unicodedata.normalize("NFKC", text).replace("。", ". "))
    plain = _EDGE.sub(" ", plain)
    plain = _run().sub(lambda found: f"\0{_MEANINGS_WITHOUT_SPACES[found[0]]}\0", plain)
    return re.sub(" ?\0+ ?", " ", plain)  # two spaces may stand between the entries of a menu


@cache
def _run() -> re.Pattern[str]:
    """The words of languages without spaces; compiled when such a text is read."""
    words = sorted(_MEANINGS_WITHOUT_SPACES, key=len, reverse=True)
    longer = "|".join(word for word in words if len(word) > 1)
    single = "".join(word for word in words if len(word) == 1)
    # A character alone may be part of another word.
    return re.compile(rf"{longer}|(?<![\u3400-\u9fff\uac00-\ud7af])[{single}](?![\u3400-\u9fff])")


@lru_cache(maxsize=256)
def in_english(text: str, *, answers: bool = True) -> str:
    """The text with English words for those of other languages that programs use. Without
    `answers`, words that may be typed for an answer stay, such as those for colours and sides."""
    meanings = _MEANINGS[answers]
    if _HAS_CHARACTERS.search(text):
        text = _with_spaces(text)

    def meaning(found: re.Match[str]) -> str:
        word = found[0]
        known = meanings.get(_simple(word))
        if known is None or known == word.lower():
            return word
        if word.isupper() and len(word) > 1:
            return known.upper()
        return known.capitalize() if word[0].isupper() else known

    return _WORD.sub(meaning, text)


def yes_and_no(text: str) -> tuple[str, str]:
    """The letters for yes and no in the language of the text, `y` and `n` in English."""
    said = {_simple(word) for word in _WORD.findall(text)}
    seen = [len(said & words) for words in _languages()]
    if not max(seen):
        return "y", "n"
    language = seen.index(max(seen))
    return _YES[language][0], _NO[language][0]


def letters_known(text: str) -> int:
    """Letters beyond ASCII in words of other languages that the tables have."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    known = [word for word in words if _simple(word) in _MEANINGS[True]]
    if _HAS_CHARACTERS.search(text):
        known += _run().findall(text)
    return sum(not letter.isascii() for word in known for letter in word)


@lru_cache(maxsize=256)
def denies(text: str) -> bool:
    """Whether the text says in another language than English that something is not valid."""
    return bool(_DENIES.search(unicodedata.normalize("NFC", _simple(text))))


@cache
def _languages() -> list[set[str]]:
    """The words of each language."""
    rows = [row.split("|")[1:] for row in f"{_PLAIN}{_ANSWERS}".split("\n") if row]
    return [
        {_simple(word) for cell in column for word in cell.split()}
        for column in zip(*rows, strict=True)
    ]
