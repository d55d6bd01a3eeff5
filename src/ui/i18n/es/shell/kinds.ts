import type { kinds as en } from '../../en/shell/kinds.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const kinds: TranslatedWords<typeof en> = {
  page: { one: 'Página', many: 'Páginas' },
  block: { one: 'Bloque reutilizable', many: 'Bloques' },
  media: { one: 'Archivo', many: 'Medios' },
  menu: { one: 'Menú', many: 'Menús' },
  taxonomy: { one: 'Vocabulario', many: 'Temas' },
  settings: { one: 'Ajustes', many: 'Ajustes' },
  contentType: { one: 'Tipo de página', many: 'Tipos de página' },
  blockType: { one: 'Tipo de bloque', many: 'Tipos de bloque' },
  role: { one: 'Rol', many: 'Roles' },
  user: { one: 'Persona', many: 'Personas' },
  invitation: { one: 'Invitación', many: 'Invitaciones' },
  apiKey: { one: 'Clave', many: 'Claves' },
  change: { one: 'Cambio', many: 'Cambios' },
};
