import type { Messages } from '../../messages.ts';

export const textField: Messages['richText'] = {
  placeholder: 'Escribir aquí, o / para más',
  characters: '{{amount, number}} caracteres',
  charactersOf: '{{amount, number}} de {{max}} caracteres',
  notRichText: 'Lo que hay guardado aquí no es texto enriquecido. Se queda como está hasta que se empiece de nuevo.',
  startOver: 'Empezar de nuevo',
  picture: { named: 'Imagen: {{name}}' },
};
