import { PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { FoldedSection, FormSection } from '../../../kit/forms/form-section.js';
import { useFirstFocus } from '../../../kit/forms/use-first-focus.js';
import { AuthFields } from '../auth-fields.js';
import { fieldPath } from '../channel-form-values.js';
import { type ChannelFormState } from '../use-channel-form.js';
import { type Provider, type ProviderField } from '../channel-queries.js';
import { ProviderTextInput } from '../provider-text-input.js';
import { sortFields } from './connect-values.js';

interface ConnectFieldsProps {
  form: ChannelFormState;
  provider: Provider;
  /** Whether the service has no list of its models that could be read. */
  namesModels: boolean;
}

interface FieldProps {
  form: ChannelFormState;
  field: ProviderField;
  isFirst?: boolean;
}

/** What has to be known of an account, and nothing else. */
export function ConnectFields({ form, provider, namesModels }: ConnectFieldsProps) {
  const { asked, others } = sortFields(provider);
  return (
    <>
      <FormSection title="Account" description="Stored encrypted, and never shown again.">
        {asked.map((field, position) => (
          <Field key={field.name} form={form} field={field} isFirst={position === 0} />
        ))}
        {namesModels ? <ModelNames form={form} provider={provider} /> : null}
      </FormSection>
      <FoldedSection
        title={others.length === 0 ? 'Name' : 'Name and address'}
        summary={
          others.length === 0
            ? `“${form.values.name}”`
            : `“${form.values.name}”, at the usual address of the service unless you name another`
        }
        mustOpen={form.errors['name'] !== undefined || others.some((field) => hasError(form, field))}
      >
        <TextInput
          label="Channel name"
          description="Shown in lists and logs."
          withAsterisk
          {...form.getInputProps('name')}
        />
        {others.map((field) => (
          <Field key={field.name} form={form} field={field} />
        ))}
      </FoldedSection>
    </>
  );
}

function hasError(form: ChannelFormState, { name, type }: ProviderField): boolean {
  return form.errors[fieldPath(name, type)] !== undefined;
}

function Field({ form, field, isFirst = false }: FieldProps) {
  const { name, type, required, help } = field;
  const path = fieldPath(name, type);
  const first = useFirstFocus(isFirst);
  if (type === 'auth') return <AuthFields form={form} field={field} stored={[]} />;
  if (type === 'secrets') {
    // An identity stands in the place of keys.
    if (form.values.hasAuth) return null;
    return (
      <PasswordInput
        label="API key"
        description={help === null || help === SEVERAL ? undefined : help}
        autoComplete="off"
        data-1p-ignore
        ref={first}
        withAsterisk={required}
        error={form.errors[path]}
        aria-invalid={form.errors[path] !== undefined}
        data-path={path}
        value={form.values.secrets[name]?.[0] ?? ''}
        onChange={(event) => {
          form.setFieldValue('secrets', { ...form.values.secrets, [name]: [event.currentTarget.value] });
          form.clearFieldError(path);
        }}
      />
    );
  }
  return <ProviderTextInput form={form} field={field} ref={first} />;
}

/** Said of the form with all settings, where there is room for several. */
const SEVERAL = 'Several are used in turn.';

function ModelNames({ form, provider }: { form: ChannelFormState; provider: Provider }) {
  return (
    <TagsInput
      label="Models"
      description="As the service calls them: models, or deployments where it has those. A * at the end stands for any ending."
      withAsterisk
      acceptValueOnBlur
      data={provider.usual_models}
      splitChars={[',', ' ', '\n']}
      {...form.getInputProps('models')}
    />
  );
}
