import type { home as en } from '../../en/shell/home.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const home: TranslatedWords<typeof en> = {
  title: 'Inicio',
  hints: {
    gone: 'Apunta a algo que ya no existe. Elegir otra cosa o quitarlo.',
    link: 'Un enlace lleva a una página que no existe. Elegir otra página o quitar el enlace.',
    hidden: 'Un enlace lleva a una página que no está publicada. Publicarla o enlazar otra.',
    redirected:
      'Una redirección aleja a los visitantes de una página publicada. Desactivar la redirección o mover la página.',
    value: 'Falta un valor o no está permitido. Abrirlo y guardarlo: el formulario muestra cuál.',
    file: 'Su archivo no se puede leer, así que se muestra la última versión válida. Pedir a desarrollo que repare el archivo.',
    double: 'Dos elementos tienen el mismo nombre o la misma dirección. Cambiar el nombre de uno.',
    unknown: 'Tiene un valor para un campo que su tipo ya no tiene. Los visitantes no lo ven.',
    type: 'Su tipo tiene un campo que no funciona. Alguien de administración puede corregir el tipo.',
    media: 'Falta el archivo, o no es de la clase que debería. Subirlo de nuevo.',
    unused: 'Nada usa este archivo. Eliminarlo si ya no hace falta.',
    language:
      'Su idioma no es uno de los de este sitio, o lo comparten dos traducciones. Revisar los idiomas en los ajustes.',
    single: 'Solo puede haber una página de este tipo por idioma.',
    clash: 'Lo mismo se ha modificado aquí y en el servidor Git. Hay que elegir qué conservar.',
    mail: 'Por el momento no se envían correos. No se pierde nada, y Quire lo sigue intentando.',
    schedule: 'Debía publicarse, pero tiene un problema. Abrirlo: el formulario muestra el motivo.',
    operator: 'Pedir a quien administra el servidor que lo revise.',
  },
};
