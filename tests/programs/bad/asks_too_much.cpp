/* Asks for a thousand terabytes when it is first asked for a move, and so dies of std::bad_alloc. */

#include <iostream>
#include <string>
#include <vector>

int main()
{
    for (std::string line; std::getline(std::cin, line);) {
        if (line.rfind("owari", 0) == 0 || line.rfind("game", 0) == 0) {
            std::cout << "ready" << std::endl;
        } else if (line.rfind("go", 0) == 0) {
            std::vector<char> hoard(1000000000000000UL);
            std::cout << hoard.size() << std::endl;
        }
    }
}
