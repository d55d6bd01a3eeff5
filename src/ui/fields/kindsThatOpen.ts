/** The inputs that open something, or bring more than plain ones do. A form mostly has several: they come together. */
export { RepeaterInput } from './kinds/nested/repeater.tsx';
export { GalleryInput } from './kinds/pointer/gallery.tsx';
export { LinkInput } from './kinds/pointer/link.tsx';
export { MediaInput } from './kinds/pointer/media.tsx';
export { PageFieldInput } from './kinds/pointer/page.tsx';
export { TermInput } from './kinds/pointer/term.tsx';
export { IntegerInput } from './kinds/scalar/integer.tsx';
export { MultiselectInput } from './kinds/scalar/multiselect.tsx';
export { NumberFieldInput } from './kinds/scalar/number.tsx';
export { SelectInput } from './kinds/scalar/select.tsx';
