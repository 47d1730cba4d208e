"""Words that console programs use in other languages, each with the English word that the readers
of prompts and moves know.

A row of a table has one meaning, a column one language: Portuguese, Spanish, French, German,
Italian, Polish, Russian, Turkish, Dutch and Swedish. Marks on letters do not matter. No word stands
here that is an English word too, or the name of a square.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

_PLAIN = """
enter | digite informe insira introduza escreva entre | introduzca introduce ingrese ingresa escriba escribe teclee digita | entrez entrer saisissez saisir tapez indiquez donnez | eingeben eingabe gib geben geben tippe | inserisci inserire inserisca immetti digita scrivi | podaj podac wpisz wprowadz | введите введи ввод | girin giriniz gir girin yazin yaziniz | voer typ invoeren | ange skriv mata
choose | escolha escolhe selecione selecciona indique | elija elige escoja escoge seleccione selecciona seleccionar | choisissez choisir choisis selectionnez | waehle waehlen wahle wahlen wahl auswahl auswaehlen | scegli scegliere scelga seleziona | wybierz wybor | выберите выбери выбор | secin seciniz sec secim seciminiz | kies keuze | valj
press | pressione pressiona prima aperte carregue tecle | presione presiona pulse pulsa oprima | appuyez appuyer pressez | druecke druecken drucke drucken | premi premere | nacisnij wcisnij | нажмите нажми | basin basiniz | druk | tryck
key | tecla | | touche | taste eingabetaste | tasto | klawisz klawisza | клавишу клавиша | tusa tus tusuna | toets | tangent
any | qualquer | cualquier alguna | une quelconque | beliebige eine irgendeine | qualsiasi | dowolny | любую | herhangi bir | een willekeurige | valfri
the | | el los las la | le les | das der dem des sie | il lo gli | | | | het |
on | | | sur | auf | | | на | | |
to | para | para | pour | zum fuer fur |  | aby dla | чтобы для | icin |  | att
continue | continuar prosseguir | continuar seguir | continuer | fortfahren fortzufahren weiter | continuare proseguire | kontynuowac dalej | продолжить продолжения | devam | verder doorgaan | fortsatta
or | ou | | ou | oder | oppure | lub albo | или | veya yada |  | eller
and | | | | und | | | | ve |  | och
which | qual quais | cual cuales | quel quelle quels quelles | welche welcher welches welchen | quale quali | ktory ktora ktore | какой какую какое | hangi | welke | vilken vilket
number | numero | numero | numero | nummer zahl | numero | numer liczbe | номер число | numara numarasi numarasini sayi | nummer getal | siffra nummer
move | jogada jogadas lance movimento movimentos | jugada jugadas movimiento movimientos | coup mouvement | zug spielzug zuege zuge | mossa mosse | ruch ruchu ruchy | ход хода ходы | hamle hamleyi hamlenizi hamleniz hamlesi | zet zetten | drag draget
moves | joga move-se | juega mueve | joue bouge | zieht setzt spielt | gioca muove | gra rusza | ходит играет | oynuyor oynar | speelt zet | spelar
played | jogou moveu colocou | jugo movio coloco | joua | zog setzte spielte gespielt gezogen gesetzt | giocato mosso | zagral ruszyl postawil | походил сыграл сходил поставил | oynadi koydu | speelde gespeeld | spelade
chose | escolheu selecionou | eligio escogio | choisit choisi | waehlt waehlte gewaehlt wahlt wahlte gewahlt | scelto sceglie | wybral wybiera | выбрал выбирает | secti | kiest koos gekozen | valde valjer
turn | vez turno | turno | tour | dran | turno | tura kolej | очередь | sira sirasi siran | beurt | tur
your | sua seu suas seus tua teu | tu su sus tus | votre vos | dein deine deinen ihr ihre ihren | tuo tua vostra suo | twoj twoja twoje | ваш ваша ваше твой твоя | senin sizin | jouw uw | din ditt
row | linha linhas fila fileira | fila filas renglon | ligne lignes rangee | zeile zeilen reihe | riga righe | wiersz wiersza rzad rzedu | строка строку строки ряд ряда | satir satiri satirin | rij | rad rader
column | coluna colunas | columna columnas | colonne colonnes | spalte spalten | colonna colonne | kolumna kolumne kolumny | столбец столбца колонка колонку | sutun sutunu kolon | kolom | kolumn kolumnen
square | quadrado posicao posicoes celula | posicion posiciones casillero celda | emplacement | feld felder | casella posizione cella | pozycja pozycje | клетка клетку клетки поле позицию | kare hucre konum | veld vakje | ruta rutan
pit | casa casas cova covas buraco buracos poco cavidade | hoyo hoyos casa casas casilla casillas pozo agujero hueco | trou trous puits | mulde mulden loch grube kuhle haus | buca buche fossa casa casella | dolek dolka dolki | лунка лунку лунки ямка ямку | kuyu kuyuyu kuyunun cukur | kuil kuiltje | grop halan
coordinates | coordenada coordenadas | coordenada coordenadas | coordonnees | koordinate koordinaten | coordinata coordinate | wspolrzedne | координаты координату | koordinat koordinatlari | coordinaten | koordinater
disc | peca pecas | ficha fichas | pion pions jeton | spielstein scheibe | pedina pedine | pionek pionka | фишка фишку | tas tasi |  | bricka
stones | sementes pedras | semillas piedras | graines pierres | steine bohnen | pietre | kamienie | камней камни семян | taslar | stenen | stenar
name | nome apelido nickname | nombre | nom pseudo prenom | | nome | imie nazwe | имя | isim adiniz ismi adinizi isminizi isminiz | naam | namn
level | nivel niveis | nivel niveles | niveau | stufe schwierigkeit schwierigkeitsgrad | livello | poziom | уровень | seviye zorluk seviyesi | niveau moeilijkheid | niva
difficulty | dificuldade | dificultad | difficulte | schwierigkeitsstufe | difficolta | trudnosci trudnosc | сложность сложности | zorlugu | moeilijkheidsgraad | svarighetsgrad
depth | profundidade | profundidad | profondeur | tiefe suchtiefe | profondita | glebokosc glebokosci | глубина глубину | derinlik derinligi | diepte | djup
mode | modo | modo modalidad | | modus spielmodus | modalita | tryb | режим | modu | spelmodus | lage
game | jogo partida | juego partida | jeu partie | spiel | gioco partita | gry gra grze | игра игры игру | oyun oyunu | spel | spelet
again | novamente outra denovo | nuevo nuevamente otra | nouveau encore | nochmal erneut nochmals noch | nuovo ancora | ponownie jeszcze | снова заново еще | tekrar yeniden | opnieuw nogmaals | igen
try | tente | intente intenta | essayez reessayez | versuche versuchen | riprova prova | sprobuj | попробуйте попробуй | deneyin | probeer | forsok
invalid | invalido invalida invalidos invalidas ilegal incorreto incorreta | invalido invalida ilegal incorrecto incorrecta | invalide incorrect interdit | ungueltig ungultig ungueltige ungueltiger ungueltiges ungultige ungultiger ungultiges falsch falsche unzulaessig | invalida invalido errato errata valida | nieprawidlowy nieprawidlowa niepoprawny niepoprawne niedozwolony bledny bledne zly | неверный неверно недопустимый неправильный нельзя некорректный ошибка | gecersiz hatali yanlis | ongeldig ongeldige fout | ogiltig ogiltigt felaktig
error | erro | | erreur | fehler | errore | blad | | hata | | fel
cannot | | | | kann kannst koennen konnen | | | невозможно | | kan |
empty | vazia vazio | vacio vacia | vide | leer leeres | vuota vuoto | pusty puste pusta | пустая пустой пуста | bos | leeg |
over | terminou acabou encerrado finalizado | termino acabo terminado terminada finalizado | termine terminee finie | beendet vorbei zuende | finita finito terminata |  | окончена завершена закончена | bitti sona | afgelopen voorbij |
game over | | | | spielende | | zakonczona skonczona zakonczony | | | |
end of | fim | fin | | ende |  | koniec | конец | | einde |
won | ganhou venceu vence ganha vencedor | gano gana ganador vencio | gagne gagnant vainqueur remporte | gewinnt gewonnen gewinner sieger | vinto vince vincitore | wygral wygrywa wygrana zwyciezca | победил выиграл победитель победили | kazandi kazanan | wint winnaar gewonnen | vann vinner vinnare
score | placar pontuacao pontos | puntaje puntuacion puntos | pointage | punkte punktestand | punteggio punti | wynik punkty | счет очки очков | skor puan | punten | poang
draw | empate | empate | egalite nul | unentschieden | pareggio | remis | ничья | berabere | gelijkspel | oavgjort
wait | aguarde espere | espere espera | attendez patientez | warte warten | attendi aspetta | czekaj | ждите подождите | bekleyin | wacht | vanta
thinking | pensando pensar | pensando | reflechit | denkt ueberlegt uberlegt | pensando | mysli | думает | dusunuyor | denkt | tanker
pass | passar passe | pasar pasa | passer | passen aussetzen | passare passa | pasuj | пас пропуск пропустить | pas | passen | passa
how many | quantos quantas | cuantos cuantas | combien | wieviele wieviel | quanti quante | ile ilu | сколько | kac | hoeveel | hur
color | cor | | couleur couleurs | farbe farben | colore colori | kolor koloru | цвет цвета | renk rengi renginizi | kleur | farg
who | quem | quien quienes | qui | wer | chi | kto | кто | kim | wie | vem
begins | comeca comecara inicia comecar iniciar | empieza comienza inicia empezar comenzar iniciar | commence commencera commencer debute | beginnt anfangen faengt fangt beginnen anfaengt | inizia comincia iniziare cominciare | zaczyna rozpoczyna zaczac zaczynac rozpoczac | начинает начать начинать ходить | baslar baslasin baslamak baslayacak basla | begint beginnen | borjar borja
want | deseja quer queres gostaria | quiere quieres desea deseas | voulez veux souhaitez | willst wollen moechten mochten moechtest mochtest soll | vuoi desideri vorresti | chcesz czy | хотите хочешь желаете | ister misiniz istiyor misin | wilt wil | vill
play | jogar | jugar | jouer | spielen | giocare | grac zagrac | играть сыграть | oynamak oyna | spelen | spela
"""  # noqa: E501
_ANSWERS = """
first | primeiro primeira | primero primera primer | premier premiere | zuerst erste erster erstes ersten | primo prima | pierwszy pierwsza pierwsze | первый первым первая первое первой | ilk birinci | eerst eerste | forst forsta
second | segundo segunda | segundo segunda | deuxieme | zweite zweiter zweiten | secondo seconda | drugi druga | второй вторым вторая | ikinci | tweede | andra
computer | computador maquina | computadora ordenador maquina | ordinateur | rechner | calcolatore | komputer komputera | компьютер компьютера компьютеру компьютером машина бот ии | bilgisayar bilgisayarin | | dator datorn
human | humano pessoa usuario utilizador | humano persona usuario | humain utilisateur | mensch menschen | umano utente | czlowiek | человек человека | insan kullanici | mens gebruiker | manniska
player | jogador jogadores jogadora | jugador jugadores | joueur joueurs | spieler spielers | giocatore giocatori | gracz gracza graczy | игрок игрока игроку | oyuncu oyuncunun | speler | spelare
opponent | adversario oponente | oponente adversario | adversaire | gegner | avversario | przeciwnik | противник противника соперник | rakip | tegenstander | motstandare
you | voce | usted | vous tu | du | tocca | ty | вы ты вам | sen siz | jij |
black | preto preta pretas pretos negras | negro negra negras negros | noir noirs noire | schwarz schwarze schwarzer | nero nera neri | czarny czarne czarnych czarnymi | черный черные черных черными | siyah siyahlar | zwart | svart
white | branco branca brancas brancos | blanco blanca blancas blancos | blanc blancs blanche | weiss weisse weisser | bianco bianca bianchi | bialy biale bialych bialymi | белый белые белых белыми | beyaz beyazlar |  | vit
yes | sim | si | oui | ja | si | tak | да | evet | ja | ja
no | nao | no | non | nein | no | nie | нет | hayir | nee | nej
"""  # noqa: E501
"""Words that may also be answers."""
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


@lru_cache(maxsize=256)
def in_english(text: str, *, answers: bool = True) -> str:
    """The text with English words for those of other languages that programs use. Without
    `answers`, words that may be typed for an answer stay, such as those for colours and sides."""
    meanings = _MEANINGS[answers]

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


@cache
def _languages() -> list[set[str]]:
    """The words of each language."""
    rows = [row.split("|")[1:] for row in f"{_PLAIN}{_ANSWERS}".split("\n") if row]
    return [
        {_simple(word) for cell in column for word in cell.split()}
        for column in zip(*rows, strict=True)
    ]
