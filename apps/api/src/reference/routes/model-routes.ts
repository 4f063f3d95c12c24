import { type ModelApiRoute, type QueryParameter, describeJson, get } from './route.js';

const PAGE_QUERY: readonly QueryParameter[] = [
  {
    name: 'pageSize',
    description: 'How many; 50 where it is left out.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  { name: 'pageToken', description: 'The `nextPageToken` of the page before.', schema: { type: 'string' } },
];

export const MODEL_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get('/v1/models', 'Models', 'List the models that the token may use'),
    ...describeJson(undefined, 'ModelList'),
    about:
      'With the header `anthropic-version` the list has Anthropic’s form, and takes `limit`, `after_id` and `before_id`.',
  },
  { ...get('/v1/models/{model}', 'Models', 'Show a model'), ...describeJson(undefined, 'Model') },
  ...['v1beta', 'v1alpha'].flatMap((version): ModelApiRoute[] => [
    {
      ...get(`/${version}/models`, 'Models', 'List models, in Google’s format'),
      ...describeJson(undefined, 'GeminiModelList'),
      query: PAGE_QUERY,
      errors: 'google',
    },
    {
      ...get(`/${version}/models/{model}`, 'Models', 'Show a model, in Google’s format'),
      ...describeJson(undefined, 'GeminiModel'),
      errors: 'google',
    },
  ]),
];
