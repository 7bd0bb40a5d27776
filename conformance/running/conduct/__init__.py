"""How a gateway conducts itself between its clients and the API that it asks, whatever it converts.

`conversations` has what is asked and answered, `backend` answers the gateway, `clients` ask it, `checks` say what is
wrong with what came, `run` leads the cases of `specs/gateway-service.yaml`.
"""
