import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { fieldErrors, showErrors } from '../../kit/forms/field-errors.js';
import { tellDone } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { ShownOnce } from '../../kit/shown-once.js';
import { TOKEN_FIELDS, getChanges, toValues } from './token-form-values.js';
import { TokenForm, useTokenForm } from './token-form.js';
import { TOKENS, type Token, oneToken } from './token-queries.js';

export function EditTokenPage() {
  const { id = '' } = useParams();
  const { data: token, error, refetch } = useQuery(oneToken(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (token === undefined) return <Skeleton h={400} maw="48rem" aria-label="Loading" />;
  if (token.read_only || token.status !== 'active') return <Navigate to={`/tokens/${id}`} replace />;
  return <EditToken token={token} />;
}

function EditToken({ token }: { token: Token }) {
  const { id, name, webhook } = token;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useTokenForm(toValues(token));
  const change = useMutation({
    mutationFn: (body: Schema<'TokenChangesInput'>) =>
      getAnswer(api.PATCH('/api/tokens/{id}', { params: { path: { id } }, body })),
    onSuccess: async ({ webhook_secret: secret }) => {
      await client.invalidateQueries({ queryKey: TOKENS });
      if (secret !== undefined) return;
      tellDone('Token saved.');
      await navigate(`/tokens/${id}`);
    },
    onError: (error) => showErrors(form, fieldErrors(error, TOKEN_FIELDS)),
  });
  const secret = change.data?.webhook_secret;
  return (
    <>
      <PageHeader title={`Edit ${name}`} description="Changes apply from the next request." />
      {secret === undefined ? (
        <TokenForm
          form={form}
          onSubmit={(values) => change.mutate(getChanges(form.getInitialValues(), values))}
          error={change.error}
          actions={{ submit: 'Save', isSubmitting: change.isPending, cancelTo: `/tokens/${id}` }}
          hasSecret={webhook?.has_secret === true}
        />
      ) : (
        <NewWebhookSecret secret={secret} doneTo={`/tokens/${id}`} />
      )}
    </>
  );
}

/** Made up by the gateway for a webhook that came without one. */
function NewWebhookSecret({ secret, doneTo }: { secret: string; doneTo: string }) {
  return (
    <Stack maw="48rem">
      <ShownOnce noun="the webhook secret" secret={secret}>
        The token is changed. Calls to its webhook are signed with this.
      </ShownOnce>
      <div>
        <Button component={Link} to={doneTo}>
          Done
        </Button>
      </div>
    </Stack>
  );
}
