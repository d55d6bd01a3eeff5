/** Warum etwas nicht geht: wonach die Rolle fragt. */
export const limits = {
  locales: 'Este rol permite $t(rights.{{right}}) esto solo en {{values}}.',
  types: 'Este rol permite $t(rights.{{right}}) solo {{values}}.',
  paths: 'Este rol permite $t(rights.{{right}}) esto solo en la dirección {{values}}.',
  folders: 'Este rol permite $t(rights.{{right}}) esto solo en la carpeta {{values}}.',
  own: 'Este rol permite $t(rights.{{right}}) solo lo de creación propia.',
  fields: 'De esta página, este rol permite $t(rights.{{right}}) solo: {{values}}.',
  denied: 'Este rol no permite $t(rights.{{right}}) esto.',
  none: 'Este rol no permite $t(rights.{{right}}) esto.',
};
