@echo off
rem Starts a hook where no POSIX shell is at hand: launch.cmd EVENT [--host NAME]. As launch.sh, it keeps the path of an interpreter
rem that has answered: the Store's `python` and `python3` only look like one, and end without a word.
setlocal
if "%~1"=="" exit /b 0
rem Otherwise cmd would start a `py` or `python` of the project, whose folder is the current one.
set NoDefaultCurrentDirectoryInExePath=1
set "state=%LOCALAPPDATA%\.local\state"
if defined XDG_STATE_HOME set "state=%XDG_STATE_HOME%"
for %%w in (%*) do for %%f in (--if-guarded --if-watched) do if "%%~w"=="%%f" if not exist "%state%\memory-retrieval\watched" exit /b 0
set "folder=%LOCALAPPDATA%\.cache\memory-retrieval"
set "python=%folder%\none"
if not "%~1"=="session-start" if exist "%folder%\python-cmd" set /p python=<"%folder%\python-cmd"
if not exist "%folder%" mkdir "%folder%"
if not exist "%python%" call :ask py -3
if not exist "%python%" call :ask python
if not exist "%python%" call :ask python3
if exist "%python%" "%python%" -I -S "%~dp0memory_hook.py" %*
exit /b 0

:ask
call %* -I -S -c "import sys; sys.exit(sys.version_info < (3, 9) or not open(sys.argv[1], 'w').write(sys._base_executable + '\n'))" "%folder%\python-cmd" >nul 2>nul <nul
if not errorlevel 1 set /p python=<"%folder%\python-cmd"
exit /b 0
