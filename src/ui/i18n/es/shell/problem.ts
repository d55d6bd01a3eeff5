import type { Messages } from '../../messages.ts';

export const problem: Messages['problem'] = {
  title: 'No ha funcionado',
  offline: 'No se puede contactar con Quire. Comprobar la conexión; lo escrito sigue aquí.',
  unavailable: 'Quire no responde en este momento. Volver a intentarlo en un instante.',
  unauthorized: 'La sesión se ha cerrado. Hay que iniciar sesión de nuevo para continuar.',
  forbidden: 'No está permitido hacer esto. Consultar a administración.',
  notFound: 'Esto ya no existe. Puede que se haya eliminado.',
  stale: 'Alguien lo ha modificado mientras tanto. Cargarlo de nuevo y repetir el cambio.',
  tooLarge: 'Es demasiado grande. Reducirlo y volver a intentarlo.',
  tooMany: 'Demasiados intentos. Esperar un minuto y volver a intentarlo.',
  full: 'El servidor se ha quedado sin espacio. Avisar a administración.',
  unexpected: 'Algo ha fallado. Volver a intentarlo; si se repite, avisar a administración.',
  notLoaded:
    'Esta parte de la página no se pudo cargar. Comprobar la conexión, guardar el trabajo y volver a cargar la página: puede que Quire se haya actualizado.',
  reload: 'Volver a cargar',
};
