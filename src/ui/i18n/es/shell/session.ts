import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  title: 'Iniciar sesión',
  email: 'Dirección de correo',
  password: 'Contraseña',
  logIn: 'Iniciar sesión',
  forgot: '¿Contraseña olvidada?',
  or: 'o',
  signInWith: 'Iniciar sesión con {{name}}',
  emergency: 'Usar la cuenta de emergencia',
  signedIn: 'La sesión está iniciada. Cerrar esta ventana para continuar.',
  logOut: 'Cerrar sesión',
  wrong: 'La dirección de correo o la contraseña es incorrecta.',
  expiredTitle: 'Iniciar sesión de nuevo',
  expired: 'La sesión ha terminado. Nada de lo escrito se ha perdido: al iniciar sesión se continúa en el mismo punto.',
  setUpTitle: 'Bienvenida a Quire',
  setUpText: 'Crear la primera cuenta de administración. Se pueden añadir otras personas más tarde.',
  setUpToken: 'Código de configuración',
  setUpTokenHelp: 'Se mostró al iniciar el servidor.',
  yourName: 'Nombre propio',
  passwordHelp: 'Al menos 8 caracteres.',
  makeAdmin: 'Crear la cuenta e iniciar sesión',
};
