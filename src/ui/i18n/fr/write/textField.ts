import type { Messages } from '../../messages.ts';

export const textField: Messages['richText'] = {
  placeholder: 'Écrivez, ou tapez / pour plus',
  characters: '{{amount, number}} caractères',
  charactersOf: '{{amount, number}} caractères sur {{max}}',
  notRichText:
    'Ce qui est conservé ici n’est pas du texte mis en forme. Cela reste tel quel jusqu’à ce que vous recommenciez.',
  startOver: 'Recommencer',
  picture: { named: 'Image : {{name}}' },
};
