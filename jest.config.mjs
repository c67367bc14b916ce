// Every package has its own configuration; this one runs them all.
export default { projects: ['<rootDir>/packages/{api,build,shell,ui,server,identity}', '<rootDir>/host', '<rootDir>/remotes/*'] }
