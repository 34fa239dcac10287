@echo off
rem Starts a hook where no POSIX shell is at hand: launch.cmd EVENT [--host NAME]. `py` is the launcher that python.org installs.
if "%~1"=="" exit /b 0
for %%w in (%*) do for %%f in (--if-guarded --if-watched) do if "%%~w"=="%%f" if not exist "%LOCALAPPDATA%\memory-retrieval\watched" exit /b 0
where py >nul 2>nul
if not errorlevel 1 (
    py -3 -I -S "%~dp0memory_hook.py" %*
    exit /b 0
)
python -I -S "%~dp0memory_hook.py" %* 2>nul
exit /b 0
