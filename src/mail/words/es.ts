import type { MailWords } from './mailWords.ts';

/** The mails in Spanish. */
export const esMails: MailWords = {
  hello: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  orOpen: 'Si el botón no funciona, abrir esta dirección:',
  reason: (siteName) => `Este correo viene del sistema editorial de ${siteName}.`,
  invitation: ({ siteName, inviter, link, until, onlyWay }) => ({
    subject: `Invitación de ${inviter} a ${siteName}`,
    title: `Trabajar en ${siteName}`,
    lines: [
      `Esta es una invitación de ${inviter} para escribir y editar en ${siteName}.`,
      onlyWay === null
        ? 'Basta con elegir un nombre y una contraseña.'
        : `Basta con iniciar sesión con ${onlyWay}, donde esta dirección debe estar registrada.`,
    ],
    button: { label: 'Aceptar la invitación', link },
    notes: [
      `El enlace funciona una vez, hasta el ${until}.`,
      'Si no se esperaba esta invitación, basta con ignorar este correo.',
    ],
  }),
  reset: ({ siteName, link, until }) => ({
    subject: `Una contraseña nueva para ${siteName}`,
    title: 'Elegir una contraseña nueva',
    lines: [`Se ha pedido una contraseña nueva para esta cuenta de ${siteName}.`],
    button: { label: 'Elegir una contraseña nueva', link },
    notes: [
      `El enlace funciona una vez, hasta el ${until}.`,
      'Si la petición la hizo otra persona, basta con ignorar este correo: la contraseña se queda como está.',
    ],
  }),
  passwordChanged: ({ siteName, link }) => ({
    subject: `La contraseña de ${siteName} ha cambiado`,
    title: 'La contraseña ha cambiado',
    lines: [
      `La contraseña de esta cuenta de ${siteName} acaba de cambiar. Todas las demás sesiones se han cerrado.`,
      'Si el cambio era intencionado, no hay nada que hacer. Si no, conviene elegir enseguida una contraseña nueva y avisar a administración.',
    ],
    button: { label: 'Elegir una contraseña nueva', link },
    notes: [],
  }),
  notices: ({ siteName, count, link, profile }) => ({
    subject: count === '1' ? `Una novedad en ${siteName}` : `${count} novedades en ${siteName}`,
    title: count === '1' ? 'Una novedad' : `${count} novedades`,
    lines: [],
    button: { label: 'Abrir la bandeja de entrada', link },
    notes: [`Estos correos se eligieron en el perfil, donde se puede cambiar la elección: ${profile}`],
  }),
};
