"""The style sheet of the report: light and dark, six colours safe for the colour-blind (after Okabe and Ito)."""

STYLE = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#57606a;--line:#d0d7de;--faint:#eaeef2;
--e0:#0069aa;--e1:#c24e00;--e2:#00805c;--e3:#a83f7f;--e4:#6b5b00;--e5:#444c56}
@media(prefers-color-scheme:dark){:root{--bg:#14181d;--fg:#e6edf3;--dim:#9aa4af;--line:#3b434d;--faint:#222931;
--e0:#58b4f0;--e1:#f59a4a;--e2:#3fcf9f;--e3:#e591c4;--e4:#e0cf55;--e5:#b4bdc7}}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:66rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;margin:.2rem 0}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}p{margin:.3rem 0 .8rem;color:var(--dim)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;padding:0}.legend svg{vertical-align:-3px}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.87rem;margin:.4rem 0}
th,td{text-align:left;vertical-align:top;padding:.28rem .7rem .28rem 0;border-bottom:1px solid var(--faint)}
th{border-bottom-color:var(--line);font-weight:600}td small{color:var(--dim);display:inline-block;white-space:nowrap}
figure{margin:.4rem 0}figure>svg{width:100%;max-width:48rem;height:auto;display:block}
details{margin:.4rem 0}summary{cursor:pointer;color:var(--dim)}
svg text{fill:var(--fg);font-size:12px;font-family:inherit}.grid{stroke:var(--faint)}.row{stroke:var(--line)}
svg .mark{font-size:15px}polyline{stroke-width:2}
svg .e0{fill:var(--e0)}svg .e1{fill:var(--e1)}svg .e2{fill:var(--e2)}
svg .e3{fill:var(--e3)}svg .e4{fill:var(--e4)}svg .e5{fill:var(--e5)}
polyline.e0{stroke:var(--e0)}polyline.e1{stroke:var(--e1);stroke-dasharray:7 3}
polyline.e2{stroke:var(--e2);stroke-dasharray:2 3}
polyline.e3{stroke:var(--e3);stroke-dasharray:10 3 2 3}polyline.e4{stroke:var(--e4)}polyline.e5{stroke:var(--e5)}
polyline{fill:none!important}
"""
