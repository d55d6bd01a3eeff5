import type { LateMessages } from '../../messages.ts';

export const extensions: LateMessages['extensions'] = {
  emptyTitle: 'Sin extensiones',
  empty:
    'Las extensiones añaden reglas, clases de campos, paneles y más. Las añade quien administra este servidor: crear una con la orden de abajo, nombrarla en quire.config.ts, poner en QUIRE_CONFIG la ruta de ese archivo y reiniciar el servidor.',
  hash: 'Huella',
  hosts: 'Consulta: {{hosts}}',
  secrets: 'Lee estos secretos del servidor: {{secrets}}',
  writes: { changes: 'Propone ediciones como cambios, que publican las personas', live: 'Escribe en lo publicado' },
  nothing: 'Solo lee el contenido',
  works: 'Funciona sin fallos desde el inicio.',
  stopped: 'Lo que hace tras los sucesos está detenido: {{reason}}',
  off: 'Desactivado: {{part}}. Desde',
  offText: 'Falló demasiadas veces seguidas. Se volverá a llamar tras el próximo inicio.',
  failed_one: 'Falló una vez: {{part}}. La última',
  failed_other: 'Falló {{count, number}} veces: {{part}}. La última',
};
