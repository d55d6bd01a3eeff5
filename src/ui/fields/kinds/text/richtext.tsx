import { useFormScope } from '../../../form/FormContext.tsx';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import { RichTextField } from '../../../richText/RichTextField.tsx';
import type { InputProps } from '../../kind.ts';

const SourcedEditor = loadOnDemand(async () => (await import('../../SourcedEditor.tsx')).SourcedEditor);

/** Rich text: headings, links, pictures, tables. */
export function RichTextFieldInput({ field, value, onChange, frame }: InputProps) {
  const { locale, form } = useFormScope();
  return (
    <RichTextField
      label={frame.label}
      description={frame.description}
      problem={frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      dir="auto"
      {...(locale !== undefined && { lang: locale })}
      {...(field.min !== undefined && { min: field.min })}
      {...(field.max !== undefined && { max: field.max })}
      value={value}
      onChange={(document, options) => onChange(document ?? undefined, options)}
      history={form}
      Editor={SourcedEditor}
    />
  );
}
