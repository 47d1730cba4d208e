// What a search asks now and then while it goes on.
#pragma once

namespace owari {

class Watch {
public:
    // May set what stops the search; what it throws ends the search.
    virtual void look() = 0;

protected:
    ~Watch() = default;
};

}  // namespace owari
