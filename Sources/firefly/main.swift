print("firefly")
