// Every package has its own configuration; this one runs them all.
export default { projects: ['<rootDir>/packages/{api,shell,ui,server,identity}', '<rootDir>/host', '<rootDir>/remotes/*'] }
