import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { addSection } from '../../ui/i18n/i18n.ts';
import { inputDirection } from '../../ui/parts/localeName.ts';
import { loadOnDemand } from '../../ui/parts/onDemand/loadOnDemand.tsx';
import { RichTextField } from '../../ui/richText/RichTextField.tsx';

const SourcedEditor = loadOnDemand(
  async () =>
    (await Promise.all([import('../../ui/fields/SourcedEditor.tsx'), addSection('richText')]))[0].SourcedEditor,
);

/** Rich text: headings, links, pictures, tables. */
export function RichTextFieldInput({ field, path, value, onChange, frame }: InputProps) {
  const { locale, form } = useFormScope();
  return (
    <RichTextField
      label={frame.label}
      description={frame.description}
      problem={frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      dir={inputDirection(locale)}
      {...(locale !== undefined && { lang: locale })}
      {...(field.min !== undefined && { min: field.min })}
      {...(field.max !== undefined && { max: field.max })}
      value={value}
      path={path}
      onChange={(document, options) => onChange(document ?? undefined, options)}
      history={form}
      Editor={SourcedEditor}
    />
  );
}
