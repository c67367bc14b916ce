/** Invented people over real and invented balances (see ATTRIBUTION.md). */
export type DemoPerson = {
  username: string
  name: string
  roles: number[]
  roleName: string
  shown?: true
  /** Has left: signs in no more. */
  gone?: boolean
}

/** The first of each role is printed when the product starts. */
export const demoPeople: DemoPerson[] = [
  { username: 'bmontoya', name: 'Beatriz Montoya Ríos', roles: [3], roleName: 'CONTROL', shown: true },
  { username: 'rpena', name: 'Rodrigo Peña Villar', roles: [1], roleName: 'ANALISTA', shown: true },
  { username: 'mduarte', name: 'Marcela Duarte Rocha', roles: [2], roleName: 'JEFATURA AREA', shown: true },
  { username: 'hvillalobos', name: 'Héctor Villalobos Paz', roles: [4], roleName: 'GERENCIA', shown: true },
  { username: 'payala', name: 'Pilar Ayala Medina', roles: [5], roleName: 'AUDITOR', shown: true },
  { username: 'sbarrios', name: 'Sonia Barrios Acuña', roles: [6], roleName: 'ADMINISTRADOR', shown: true },
  { username: 'taguirre', name: 'Tomás Aguirre Núñez', roles: [1], roleName: 'ANALISTA' },
  { username: 'lferreyra', name: 'Lucía Ferreyra Sosa', roles: [1], roleName: 'ANALISTA' },
  { username: 'jbenitez', name: 'Julia Benítez Rolón', roles: [1], roleName: 'ANALISTA' },
  { username: 'igaleano', name: 'Iván Galeano Prieto', roles: [1], roleName: 'ANALISTA' },
  { username: 'ocaceres', name: 'Óscar Cáceres Ibarra', roles: [2, 1], roleName: 'JEFATURA AREA' },
  { username: 'vlagos', name: 'Verónica Lagos Fuentes', roles: [3, 2], roleName: 'CONTROL' },
  { username: 'rvaldes', name: 'Ricardo Valdés Carmona', roles: [3], roleName: 'CONTROL' },
  { username: 'mospina', name: 'Mauricio Ospina Tobar', roles: [3], roleName: 'CONTROL' },
  { username: 'cfuentes', name: 'Carolina Fuentes Leal', roles: [2], roleName: 'JEFATURA AREA' },
  { username: 'psalazar', name: 'Patricio Salazar Vera', roles: [2, 1], roleName: 'JEFATURA AREA' },
  { username: 'lrestrepo', name: 'Lina Restrepo Botero', roles: [2], roleName: 'JEFATURA AREA' },
  { username: 'jcardenas', name: 'Jorge Cárdenas Mejía', roles: [2, 1], roleName: 'JEFATURA AREA' },
  { username: 'gerrazuriz', name: 'Gonzalo Errázuriz Prat', roles: [4], roleName: 'GERENCIA' },
  { username: 'nuribe', name: 'Natalia Uribe Londoño', roles: [4], roleName: 'GERENCIA' },
  { username: 'esoto', name: 'Elena Soto Bravo', roles: [6], roleName: 'ADMINISTRADOR' },
  { username: 'dcastano', name: 'Diego Castaño Ruiz', roles: [5], roleName: 'AUDITOR' },
  { username: 'fmoreira', name: 'Fernanda Moreira Lins', roles: [5], roleName: 'AUDITOR' },
  { username: 'aperez', name: 'Alejandra Pérez Muñoz', roles: [1], roleName: 'ANALISTA' },
  { username: 'btapia', name: 'Bastián Tapia Oyarzún', roles: [1], roleName: 'ANALISTA' },
  { username: 'cvergara', name: 'Camila Vergara Soto', roles: [1], roleName: 'ANALISTA' },
  { username: 'daraya', name: 'Daniel Araya Pino', roles: [1], roleName: 'ANALISTA' },
  { username: 'esepulveda', name: 'Esteban Sepúlveda Riquelme', roles: [1], roleName: 'ANALISTA' },
  { username: 'fcontreras', name: 'Francisca Contreras Jara', roles: [1], roleName: 'ANALISTA' },
  { username: 'ghidalgo', name: 'Gabriel Hidalgo Moya', roles: [1], roleName: 'ANALISTA' },
  { username: 'ifigueroa', name: 'Isidora Figueroa Lagos', roles: [1], roleName: 'ANALISTA' },
  { username: 'jparedes', name: 'Javiera Paredes Salas', roles: [1], roleName: 'ANALISTA' },
  { username: 'knavarrete', name: 'Karina Navarrete Ulloa', roles: [1], roleName: 'ANALISTA' },
  { username: 'lcarrasco', name: 'Leonardo Carrasco Ríos', roles: [1], roleName: 'ANALISTA' },
  { username: 'mbustamante', name: 'Macarena Bustamante Oses', roles: [1], roleName: 'ANALISTA' },
  { username: 'ngarrido', name: 'Nicolás Garrido Peralta', roles: [1], roleName: 'ANALISTA' },
  { username: 'aarango', name: 'Andrés Arango Henao', roles: [1], roleName: 'ANALISTA' },
  { username: 'bquintero', name: 'Bibiana Quintero Salgado', roles: [1], roleName: 'ANALISTA' },
  { username: 'cmontes', name: 'Camilo Montes Duque', roles: [1], roleName: 'ANALISTA' },
  { username: 'dsuarez', name: 'Diana Suárez Ávila', roles: [1], roleName: 'ANALISTA' },
  { username: 'egiraldo', name: 'Esteban Giraldo Ochoa', roles: [1], roleName: 'ANALISTA' },
  { username: 'fvelez', name: 'Felipe Vélez Zapata', roles: [1], roleName: 'ANALISTA' },
  { username: 'gbetancur', name: 'Gloria Betancur Marín', roles: [1], roleName: 'ANALISTA' },
  { username: 'hpineda', name: 'Hernán Pineda Correa', roles: [1], roleName: 'ANALISTA' },
  { username: 'icortes', name: 'Isabel Cortés Pulido', roles: [1], roleName: 'ANALISTA' },
  { username: 'jsanabria', name: 'Juliana Sanabria Rojas', roles: [1], roleName: 'ANALISTA' },
  { username: 'ktorres', name: 'Kevin Torres Bedoya', roles: [1], roleName: 'ANALISTA' },
  { username: 'lagudelo', name: 'Luisa Agudelo Franco', roles: [1], roleName: 'ANALISTA' },
  { username: 'mzuluaga', name: 'Martín Zuluaga Serna', roles: [1], roleName: 'ANALISTA' },
  { username: 'aribeiro', name: 'Ana Paula Ribeiro Dias', roles: [1], roleName: 'ANALISTA' },
  { username: 'bteixeira', name: 'Bruno Teixeira Alves', roles: [1], roleName: 'ANALISTA' },
  { username: 'cnogueira', name: 'Carla Nogueira Prado', roles: [1], roleName: 'ANALISTA' },
  { username: 'alarrain', name: 'Amelia Larraín Donoso', roles: [1], roleName: 'ANALISTA', gone: true },
  { username: 'cbarros', name: 'Cristóbal Barros Etcheverry', roles: [1], roleName: 'ANALISTA', gone: true },
  { username: 'ejaramillo', name: 'Ernesto Jaramillo Posada', roles: [1], roleName: 'ANALISTA', gone: true },
  { username: 'mprieto', name: 'Mónica Prieto Rincón', roles: [2], roleName: 'JEFATURA AREA', gone: true },
  { username: 'rmachado', name: 'Renata Machado Vilela', roles: [1], roleName: 'ANALISTA', gone: true },
  { username: 'svillegas', name: 'Samuel Villegas Cano', roles: [1], roleName: 'ANALISTA', gone: true },
  { username: 'tcaldeira', name: 'Tiago Caldeira Nunes', roles: [3], roleName: 'CONTROL', gone: true },
  { username: 'vhormazabal', name: 'Valeria Hormazábal Reyes', roles: [1], roleName: 'ANALISTA', gone: true },
]
