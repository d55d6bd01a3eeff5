/** The inputs that open something, or bring more than plain ones do. A form mostly has several: they come together. */

export { GalleryInput } from './gallery/input.tsx';
export { IntegerInput } from './integer/input.tsx';
export { LinkInput } from './link/input.tsx';
export { MediaInput } from './media/input.tsx';
export { MultiselectInput } from './multiselect/input.tsx';
export { NumberFieldInput } from './number/input.tsx';
export { PageFieldInput } from './page/input.tsx';
export { RepeaterInput } from './repeater/input.tsx';
export { SelectInput } from './select/input.tsx';
export { TermInput } from './term/input.tsx';
