import type { LateMessages } from '../../messages.ts';

export const people: LateMessages['people'] = {
  new: 'Nueva persona',
  you: '(esta cuenta)',
  email: 'Dirección de correo',
  role: 'Rol',
  since: 'Aquí desde',
  may: {
    viewer: 'Lo ve todo, no cambia nada.',
    editor: 'Escribe y publica páginas, medios, menús y temas.',
    admin: 'Todo: también ajustes, tipos, personas y claves.',
  },
  password: 'Contraseña',
  passwordHelp: 'Al menos 8 caracteres. Debe entregarse a la persona en privado.',
  newPassword: 'Nueva contraseña',
  newPasswordHelp: 'Si se deja vacío, se conserva la actual. Una nueva cierra todas las sesiones de la persona.',
  sessions: 'Sesiones en',
  noSessions: 'Por el momento no tiene ninguna sesión abierta.',
  device: '{{browser}} en {{system}}',
  noDevice: 'Dispositivo desconocido',
  thisSession: 'esta',
  endSession: 'Cerrar sesión',
  sessionEnded: 'Sesión cerrada allí',
  deleteTitle: '¿Eliminar a {{name}}?',
  deleteText: 'Se cierra la sesión de esta persona y ya no podrá iniciarla. Lo que ha escrito se queda.',
  deleted: 'Persona eliminada',
};
