import { type ModelApiRoute, type QueryParameter, describeJson, get } from './route.js';

const PAGE_QUERY: readonly QueryParameter[] = [
  {
    name: 'pageSize',
    description: 'Page size; the default is 50.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  { name: 'pageToken', description: 'The `nextPageToken` of the previous page.', schema: { type: 'string' } },
];

export const MODEL_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get('/v1/models', 'Models', 'List the models that the token can use'),
    ...describeJson(undefined, 'ModelList'),
    description:
      'With the header `anthropic-version`, the list has Anthropic’s format and accepts `limit`, `after_id` and `before_id`.',
  },
  { ...get('/v1/models/{model}', 'Models', 'Get a model'), ...describeJson(undefined, 'Model') },
  ...['v1beta', 'v1alpha'].flatMap((version): ModelApiRoute[] => [
    {
      ...get(`/${version}/models`, 'Models', `List models (Google format, ${version})`),
      ...describeJson(undefined, 'GeminiModelList'),
      query: PAGE_QUERY,
      errors: 'google',
    },
    {
      ...get(`/${version}/models/{model}`, 'Models', `Get a model (Google format, ${version})`),
      ...describeJson(undefined, 'GeminiModel'),
      errors: 'google',
    },
  ]),
];
