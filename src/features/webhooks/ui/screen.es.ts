import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  webhooks: {
    new: 'Nuevo webhook',
    emptyTitle: 'Aún no hay webhooks',
    empty:
      'Un webhook avisa a otro programa cuando algo cambia, por ejemplo para reconstruir el sitio o anunciar una página.',
    url: 'Dirección',
    urlHelp: 'Adónde se envían los mensajes. Empieza por https.',
    events: 'Envía un mensaje sobre',
    everything: 'Todo',
    some: 'Sucesos elegidos',
    eventCount_one: '{{count, number}} suceso',
    eventCount_other: '{{count, number}} sucesos',
    names: {
      content_changed: 'Ha cambiado lo que ven los visitantes',
      page_created: 'Se crea una página',
      page_updated: 'Se modifica una página',
      page_published: 'Se publica una página',
      page_unpublished: 'Se retira una página',
      page_deleted: 'Se elimina una página',
      media_uploaded: 'Se sube un archivo',
      media_deleted: 'Se elimina un archivo',
      merge_clashed: 'Las ediciones chocan y hay que decidir',
    },
    active: 'Activo',
    last: 'Último mensaje',
    made: 'El secreto del webhook',
    madeText: 'Con él, el destino comprueba que los mensajes vienen de aquí.',
    log: {
      deliveries: 'Mensajes',
      noDeliveries: 'Todavía no se ha enviado nada.',
      sendAgain: 'Enviar de nuevo',
      statuses: { delivered: 'Entregado', failed: 'Fallido', pending: 'En camino' },
    },
    test: 'Enviar una prueba',
    deleteTitle: '¿Eliminar «{{name}}»?',
    deleteText: 'No se enviará nada más allí.',
    deleted: 'Webhook eliminado',
  },
};
