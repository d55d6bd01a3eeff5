import type { LateMessages } from '../../messages.ts';

export const profile: LateMessages['profile'] = {
  title: 'Mi perfil',
  me: 'Datos propios',
  looks: 'Idioma y aspecto',
  looksHelp: 'Valen en todos los navegadores en los que se inicia sesión.',
  choosePicture: 'Elegir una imagen',
  removePicture: 'Quitar',
  sessions: 'Sesiones',
  sessionsHelp: 'Dónde hay sesiones abiertas. Conviene cerrar las de los dispositivos que ya no se usan.',
  keys: 'Claves',
  keysHelp:
    'Con ellas inician sesión los programas que trabajan en nombre propio. Una clave nunca puede hacer más que su cuenta, y termina con ella.',
  newKey: 'Nueva clave',
  newKeyName: 'Para qué sirve',
  deleteKey: '¿Eliminar la clave «{{name}}»?',
  deleteKeyText: 'Los programas que la usan ya no podrán iniciar sesión.',
};
