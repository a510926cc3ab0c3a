def shipped_values(uf, laws, unit):
    return ()
