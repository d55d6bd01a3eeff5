/** The crops of a picture. */
export const crops = {
  title: 'Crops',
  one: '{{name}}: {{ratio}}, {{width}} pixels wide',
  help: 'Choose a crop to move what it shows. Without a choice it follows the most important point.',
  helpReading: 'What the site shows of this picture.',
  area: 'What {{name}} shows: the arrow keys move it.',
  corner: 'The arrow keys make the part larger or smaller.',
  reset: 'Follow the most important point',
};
