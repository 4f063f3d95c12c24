import { Anchor, PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { FoldedSection, FormSection } from '../../../kit/forms/form-section.js';
import { useFirstFocus } from '../../../kit/forms/use-first-focus.js';
import { AuthFields } from '../auth-fields.js';
import { fieldPath } from '../channel-form-values.js';
import { type ChannelFormState } from '../use-channel-form.js';
import { type Provider, type ProviderField } from '../channel-queries.js';
import { ProviderTextInput } from '../provider-text-input.js';
import { getConnectLabel, sortFields } from './connect-values.js';

interface ConnectFieldsProps {
  form: ChannelFormState;
  provider: Provider;
  /** Whether the user enters the models, because the provider does not list them. */
  hasModelInput: boolean;
}

interface FieldProps {
  form: ChannelFormState;
  field: ProviderField;
  provider: Provider;
  isFirst?: boolean;
}

/** The fields that the provider needs for an account. All other fields are in a collapsed section. */
export function ConnectFields({ form, provider, hasModelInput }: ConnectFieldsProps) {
  const { primary, others } = sortFields(provider);
  return (
    <>
      <FormSection title="Account" description="API keys are stored encrypted and never shown again.">
        {primary.map((field, position) => (
          <Field key={field.name} form={form} field={field} provider={provider} isFirst={position === 0} />
        ))}
        {hasModelInput ? <ModelNames form={form} provider={provider} /> : null}
      </FormSection>
      <FoldedSection
        title={others.length === 0 ? 'Name' : 'Name and address'}
        summary={
          others.length === 0
            ? `“${form.values.name}”`
            : `“${form.values.name}”, at the provider’s default address`
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
          <Field key={field.name} form={form} field={field} provider={provider} />
        ))}
      </FoldedSection>
    </>
  );
}

function hasError(form: ChannelFormState, { name, type }: ProviderField): boolean {
  return form.errors[fieldPath(name, type)] !== undefined;
}

function Field({ form, field, provider, isFirst = false }: FieldProps) {
  const { name, type, required, help } = field;
  const path = fieldPath(name, type);
  const first = useFirstFocus(isFirst);
  if (type === 'auth') return <AuthFields form={form} field={field} stored={[]} />;
  if (type === 'secrets') {
    // An identity replaces the key.
    if (form.values.hasAuth) return null;
    return (
      <PasswordInput
        label={getConnectLabel(field)}
        description={<KeyHelp help={help} page={provider.api_key_page} />}
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

/** A help text of the gateway that does not apply here: the quick setup accepts only one key. */
const SEVERAL_KEYS_HELP = 'If you enter several keys, requests rotate between them.';

function KeyHelp({ help, page }: { help: string | null; page: string | null }) {
  const text = help === null || help === SEVERAL_KEYS_HELP ? '' : `${help} `;
  return (
    <>
      {text}
      {page === null ? null : (
        <Anchor href={page} target="_blank" rel="noreferrer" inherit underline="always">
          Get an API key
        </Anchor>
      )}
    </>
  );
}

function ModelNames({ form, provider }: { form: ChannelFormState; provider: Provider }) {
  return (
    <TagsInput
      label="Models"
      description="The provider’s model or deployment names. A trailing * matches any ending."
      withAsterisk
      acceptValueOnBlur
      data={provider.usual_models}
      splitChars={[',', ' ', '\n']}
      {...form.getInputProps('models')}
    />
  );
}
