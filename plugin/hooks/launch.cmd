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
if not exist "%python%" call :search
if exist "%python%" "%python%" -I -S "%~dp0memory_hook.py" %*
exit /b 0

rem From the PATH without what is relative or in the working folder, its repository or the host's project. Whose file python-cmd
rem is, cmd cannot tell; its folder is the user's alone, as Windows makes it.
:search
set "given=%PATH:"=%"
set "top=%CD%"
:up
for %%d in ("%top%\..") do set "above=%%~fd"
if not exist "%top%\.git" if not "%above%"=="%top%" set "top=%above%"& goto up
if not exist "%top%\.git" set "top=%CD%"
set "PATH="
for %%d in ("%given:;=" "%") do call :trust "%%~d"
call :ask py -3
if not exist "%python%" call :ask python
if not exist "%python%" call :ask python3
set "PATH=%given%"
exit /b 0

:trust
set "entry=%~1\"
if not "%entry:~1,2%"==":\" exit /b 0
for %%d in ("%CD%" "%top%" "%CLAUDE_PROJECT_DIR%") do call :foreign "%%~d" && exit /b 0
set "PATH=%PATH%%~1;"
exit /b 0

:foreign
if "%~1"=="" exit /b 1
set "place=%~f1\"
set "user=%USERPROFILE%\"
call set "outside=%%entry:%place%=%%"
call set "apart=%%user:%place%=%%"
if not "%outside%"=="%entry%" if "%apart%"=="%user%" exit /b 0
rem The home folder, and what is around it, is no project.
exit /b 1

:ask
call %* -I -S -c "import sys; sys.exit(sys.version_info < (3, 9) or not open(sys.argv[1], 'w').write(sys._base_executable + '\n'))" "%folder%\python-cmd" >nul 2>nul <nul
if not errorlevel 1 set /p python=<"%folder%\python-cmd"
exit /b 0
