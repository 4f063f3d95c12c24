import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { fieldErrors } from '../../kit/forms/field-errors.js';
import { showErrors } from '../../kit/forms/show-errors.js';
import { tellDone } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { ModelForm, useModelForm } from './model-form.js';
import { MODEL_FIELDS, toSettings, toValues } from './model-form-values.js';
import { MODELS, type Model, modelPath, oneModel } from './model-queries.js';

export function EditModelPage() {
  const { id = '' } = useParams();
  const { data: model, error, refetch } = useQuery(oneModel(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (model === undefined) return <Skeleton h={400} maw="48rem" aria-label="Loading" />;
  if (model.read_only) return <Navigate to={modelPath(id)} replace />;
  return <EditModel model={model} />;
}

function EditModel({ model }: { model: Model }) {
  const { id } = model;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useModelForm(toValues(model));
  const change = useMutation({
    mutationFn: (body: Schema<'ModelSettingsInput'>) =>
      getAnswer(api.PUT('/api/models/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: MODELS });
      tellDone('The model is changed.');
      await navigate(modelPath(id));
    },
    onError: (error) => showErrors(form, fieldErrors(error, MODEL_FIELDS)),
  });
  return (
    <>
      <PageHeader title={`Edit ${id}`} description="What is set here counts before what is built in." />
      <ModelForm
        form={form}
        onSubmit={(values) => change.mutate(toSettings(values))}
        error={change.error}
        actions={{ submit: 'Save', isSubmitting: change.isPending, cancelTo: modelPath(id) }}
      />
    </>
  );
}
