import {
  ChoicesField,
  ComboField,
  DateField,
  FileField,
  Form,
  FormSection,
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TextArea,
  TextField,
  useForm,
} from '../src/forms.ts'
import { Page } from '../src/index.ts'

const later = <T,>(value: T, ms = 600) => new Promise<T>((done) => setTimeout(done, ms, value))
const departments = ['Impuestos, Votorantim', 'Tesorería, Safra', 'Cartera de créditos, Itaú', 'Medios de pago, Bradesco'].map(
  (label, i) => ({ value: String(i), label }),
)

export const Create = () => {
  const form = useForm({
    defaultValues: {
      nombre: '',
      usuario: '',
      correo: '',
      roles: [] as string[],
      activo: '',
      departamento: '',
      firma: null as File | null,
      umbral: '',
      dias: null as number | null,
      desde: '',
      nota: '',
      avisos: true,
    },
  })
  return (
    <div style={{ blockSize: '100vh' }}>
      <Page fill title="Crear usuario" crumbs={[{ label: 'Administración' }, { label: 'Usuarios', to: '#' }, { label: 'Crear' }]}>
        <Form
          form={form}
          submit="Crear usuario"
          onCancel={() => undefined}
          secondary={{ label: 'Guardar y crear otro', onSubmit: () => later(null) }}
          onSubmit={async (values) => {
            await later(null)
            if (values.usuario === 'jbenitez')
              throw Object.assign(new Error(), {
                issues: [{ path: 'usuario', message: 'Ya existe el usuario «jbenitez». Pruebe «jbenitez2».' }],
              })
          }}
        >
          <FormSection
            title="Identidad"
            description="Con estos datos se le reconoce al ingresar. El acceso lo da el proveedor de identidad corporativo."
          >
            <TextField name="nombre" label="Nombre completo" wide />
            <TextField name="usuario" label="Usuario" />
            <TextField name="correo" label="Correo" type="email" help="Se enviará aquí la invitación." />
          </FormSection>
          <FormSection
            title="Rol y alcance"
            description="Puede tener varios roles, pero actúa con uno a la vez. La segregación de funciones se comprueba por persona."
          >
            <ChoicesField
              name="roles"
              label="Roles disponibles"
              wide
              options={[
                { value: 'a', label: 'Analista', hint: 'Prepara y sustenta saldos' },
                { value: 'j', label: 'Jefatura de área', hint: 'Aprueba o rechaza en su departamento' },
                { value: 'c', label: 'Control', hint: 'Segunda aprobación y administración' },
                { value: 'g', label: 'Gerencia', hint: 'Consulta los tableros' },
                { value: 's', label: 'Administrador', hint: 'Datos maestros, usuarios y parámetros' },
              ]}
            />
            <SelectField
              name="activo"
              label="Rol activo"
              placeholder="Elija primero los roles"
              options={[{ value: 'a', label: 'Analista' }]}
            />
            <ComboField
              name="departamento"
              label="Departamento"
              options={(query) => later(departments.filter((d) => d.label.toLowerCase().includes(query.toLowerCase())))}
            />
          </FormSection>
          <FormSection title="Límites">
            <MoneyField name="umbral" label="Umbral de materialidad" currency="BRL" />
            <NumberField name="dias" label="Días hábiles" unit="días" min={1} max={31} optional />
            <DateField name="desde" label="Vigente desde" />
            <SwitchField name="avisos" label="Avisos por correo" help="Uno al día, a las 08:00" wide={false} />
            <TextArea name="nota" label="Nota" optional maxLength={200} wide />
          </FormSection>
          <FormSection title="Firma" description="Aparece en los expedientes que aprueba.">
            <FileField name="firma" label="Imagen de la firma" optional accept=".png,.jpg" maxBytes={2 * 1024 * 1024} wide />
          </FormSection>
        </Form>
      </Page>
    </div>
  )
}
