// Variables of the environment that change which programs start, what they load first, or how they read.

interface Family {
  readonly names: readonly string[];
  /** What one who sets them gains. */
  readonly why: string;
}

const family = (why: string, ...names: readonly string[]): Family => ({ names, why });

/** A trailing `*` stands for any ending. Case counts, as it does for the systems that read them. */
const FAMILIES: readonly Family[] = [
  family('decides which program a name means', 'PATH', 'PATHEXT', 'CDPATH', 'COMSPEC', 'SYSTEMROOT'),
  family(
    'has the loader put other code into every program',
    'LD_*',
    'DYLD_*',
    '_RLD*',
    'LIBPATH',
    'SHLIB_PATH',
  ),
  family(
    'changes what the C library loads',
    'GCONV_PATH',
    'GLIBC_TUNABLES',
    'LOCPATH',
    'NLSPATH',
    'HOSTALIASES',
    'RES_OPTIONS',
    'MALLOC_*',
  ),
  family(
    'has shells run a file or a function first',
    'BASH_ENV',
    'ENV',
    'BASH_FUNC_*',
    'ZDOTDIR',
    'FPATH',
    'PROMPT_COMMAND',
    'PS0',
    'PS1',
    'PS2',
    'PS4',
  ),
  family(
    'changes how shells read a script',
    'IFS',
    'SHELLOPTS',
    'BASHOPTS',
    'BASH_COMPAT',
    'BASH_XTRACEFD',
    'POSIXLY_CORRECT',
    'GLOBIGNORE',
    'EXECIGNORE',
    'KSH_*',
  ),
  family('names the shell that programs start', 'SHELL', 'PSModulePath', 'npm_config_script_shell'),
  family(
    'can have Node.js load other code',
    'NODE_OPTIONS',
    'NODE_PATH',
    'NODE_REPL_EXTERNAL_MODULE',
    'NODE_EXTRA_CA_CERTS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'BUN_*',
    'DENO_*',
    'npm_config_*',
    'NPM_CONFIG_*',
  ),
  family('can have Python load other code', 'PYTHON*', 'VIRTUAL_ENV', 'PIP_*', 'UV_*'),
  family('has Perl load other code', 'PERL5LIB', 'PERL5OPT', 'PERL5DB', 'PERLLIB', 'PERLIO', 'PERL5SHELL'),
  family(
    'can have Ruby load other code',
    'RUBYOPT',
    'RUBYLIB',
    'RUBYSHELL',
    'GEM_HOME',
    'GEM_PATH',
    'BUNDLE_*',
  ),
  family(
    'has Java load other code',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
    'JAVA_OPTS',
    'JAVA_HOME',
    'CLASSPATH',
    'MAVEN_OPTS',
    'GRADLE_OPTS',
  ),
  family(
    'has other interpreters load other code',
    'LUA_*',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'R_*',
    'JULIA_*',
    'DOTNET_*',
    'CORECLR_*',
    'COR_*',
    'COMPlus_*',
    'GOFLAGS',
    'GOENV',
    'GOTOOLDIR',
    'RUSTC_WRAPPER',
    'RUSTFLAGS',
    'CARGO_*',
    'JQ_*',
    'AWKPATH',
    'AWKLIBPATH',
    'GAWK*',
  ),
  family('has git run a program or trust another configuration', 'GIT_*'),
  family(
    'names a program that others start',
    'EDITOR',
    'VISUAL',
    'PAGER',
    'MANPAGER',
    'LESSOPEN',
    'LESSCLOSE',
    'BROWSER',
    'SSH_ASKPASS',
    'SUDO_ASKPASS',
    'RSYNC_RSH',
    'CVS_RSH',
    'MAKEFLAGS',
    'MFLAGS',
    'GREP_OPTIONS',
    'TAR_OPTIONS',
    'CC',
    'CXX',
  ),
  family(
    'moves the folders that programs read their settings from',
    'HOME',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'XDG_*',
    'TMPDIR',
    'TEMP',
    'TMP',
    'CURL_HOME',
    'WGETRC',
    'INPUTRC',
    'TERMINFO',
    'TERMCAP',
    'OPENSSL_*',
    'SSL_CERT_*',
    'CURL_CA_BUNDLE',
    'REQUESTS_CA_BUNDLE',
  ),
  family(
    'sends what programs fetch and post somewhere else',
    'http_proxy',
    'https_proxy',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'all_proxy',
    'ALL_PROXY',
    'no_proxy',
    'NO_PROXY',
  ),
];

const EXACT = new Map<string, string>();
const BEGINNINGS: (readonly [beginning: string, why: string])[] = [];
for (const { names, why } of FAMILIES)
  for (const name of names)
    if (name.endsWith('*')) BEGINNINGS.push([name.slice(0, -1).toUpperCase(), why]);
    else EXACT.set(name.toUpperCase(), why);

/** What setting this variable does to programs that start later; `null`: it is an ordinary one. On Windows case is nothing. */
export function changesPrograms(name: string): string | null {
  const upper = name.toUpperCase();
  return EXACT.get(upper) ?? BEGINNINGS.find(([beginning]) => upper.startsWith(beginning))?.[1] ?? null;
}
