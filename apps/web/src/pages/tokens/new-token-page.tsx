import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { fieldErrors } from '../../kit/forms/field-errors.js';
import { showErrors } from '../../kit/forms/show-errors.js';
import { PageHeader } from '../../kit/page-header.js';
import { IssuedToken } from './issued-token.js';
import { TokenForm } from './token-form.js';
import { BLANK_TOKEN, TOKEN_FIELDS, toNewToken } from './token-form-values.js';
import { TOKENS } from './token-queries.js';
import { useTokenForm } from './use-token-form.js';

export function NewTokenPage() {
  const client = useQueryClient();
  const form = useTokenForm(BLANK_TOKEN);
  const creation = useMutation({
    mutationFn: (body: Schema<'NewTokenInput'>) => getAnswer(api.POST('/api/tokens', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
    onError: (error) => showErrors(form, fieldErrors(error, TOKEN_FIELDS)),
  });
  if (creation.data !== undefined) {
    return (
      <>
        <PageHeader title={`${creation.data.name} is ready`} description="Copy its key, then try it." />
        <IssuedToken token={creation.data} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="New token"
        description="Only the name is needed; everything else can be changed later."
      />
      <TokenForm
        form={form}
        onSubmit={(values) => creation.mutate(toNewToken(values))}
        error={creation.error}
        actions={{ submit: 'Create the token', isSubmitting: creation.isPending, cancelTo: '/tokens' }}
      />
    </>
  );
}
