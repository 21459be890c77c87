"""The table in the browser: pages, the server behind them, and what they ask the engine."""
