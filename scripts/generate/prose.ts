/** The words of a locale; sentences made of them look real and mean nothing. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'anchor autumn bakery barrel basket beacon bicycle bridge candle canvas cedar chapel coast copper corner courtyard daybreak drawer evening feather ferry fountain garden granite hammer harvest island kettle ladder lantern lemon letter market meadow mirror morning mountain orchard paper pebble pepper quarry railway river saddle shelter silver station summer thread timber valley velvet village violin walnut weather window winter workshop'.split(
    ' ',
  ),
  es: 'abrigo aceite almendra arena barco bosque calle campana camino casa cesta cielo cobre cosecha cuaderno cuchara escalera espejo estación faro fuente gaviota granito hierba hilo huerto invierno isla jardín lámpara lluvia madera manzana mañana mercado mesa molino montaña naranja nieve norte noche otoño palabra pan piedra plata pluma puente puerto reloj río rueda sombra taller tejado tierra valle ventana verano viento'.split(
    ' ',
  ),
  fr: 'abeille abri amande ancre aube automne balance barque bois bougie brume cabane caillou carnet cerise chemin cloche colline corbeille cuivre échelle été étoile fenêtre ferme feuille fleuve fontaine forêt granit grenier hirondelle hiver île jardin jetée lanterne livre maison marché marteau matin miroir montagne moulin neige noix papier phare pierre plume pluie pont potager rivière sable sentier soir tissu vallée vent verger verre village'.split(
    ' ',
  ),
};

/** Small words between the others. */
const JOINTS: Readonly<Record<string, readonly string[]>> = {
  en: ['and', 'of the', 'near the', 'with a', 'under the', 'after the', 'for every', 'without a'],
  es: ['y', 'de la', 'cerca de', 'con', 'bajo', 'después de', 'para', 'sin'],
  fr: ['et', 'de la', 'près de', 'avec', 'sous', 'après', 'pour', 'sans'],
};

/** Makes text in one locale, the same for the same numbers. */
export interface Prose {
  title(): string;
  sentence(): string;
  paragraph(sentences: number): string;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Makes text in one of the three locales, drawn from `next`; for any other its functions throw. */
export function createProse(locale: string, next: () => number): Prose {
  const words = WORDS[locale] ?? [];
  const joints = JOINTS[locale] ?? [];
  const word = (): string => pick(words, next);
  const phrase = (parts: number): string =>
    Array.from({ length: parts }, () => `${word()} ${pick(joints, next)} ${word()}`).join(' ');
  const sentence = (): string => `${capitalised(phrase(2 + Math.floor(next() * 2)))}.`;
  return {
    title: () => capitalised(`${word()} ${pick(joints, next)} ${word()}`),
    sentence,
    paragraph: (sentences) => Array.from({ length: sentences }, sentence).join(' '),
  };
}

/** One of the list, by the next number. */
export function pick<T>(list: readonly T[], next: () => number): T {
  const chosen = list[Math.floor(next() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}
