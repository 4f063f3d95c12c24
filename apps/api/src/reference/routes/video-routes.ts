import { type ModelApiRoute, type QueryParameter, describeJson, get, listQuery, post } from './route.js';

const TASK_QUERY: readonly QueryParameter[] = [
  ...listQuery('task'),
  {
    name: 'status',
    description: 'Only tasks of this status.',
    schema: { type: 'string', enum: ['queued', 'in_progress', 'completed', 'failed'] },
  },
  { name: 'model', description: 'Only tasks of this model.', schema: { type: 'string' } },
];

const HARBOUR = { model: 'sandbox-video', prompt: 'A harbour in the morning' };

export const VIDEO_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/video/generations', 'Video', 'Create a video task'),
    ...describeJson('VideoGenerationRequest', 'CreatedVideoTask'),
    schemas: {
      accepts: { json: 'VideoGenerationRequest', form: 'VideoGenerationRequest' },
      returns: { json: 'CreatedVideoTask' },
    },
    description:
      'The same request format for the video models of all providers. With an `Idempotency-Key`, a repeated request does not create a second video.',
    accepts: ['json', 'form'],
    capability: 'video',
    example: { ...HARBOUR, duration: 4 },
  },
  {
    ...get('/v1/video/generations', 'Video', 'List tasks'),
    ...describeJson(undefined, 'VideoTaskList'),
    query: TASK_QUERY,
  },
  { ...get('/v1/video/generations/{id}', 'Video', 'Get a task'), ...describeJson(undefined, 'VideoTask') },
  {
    ...get('/v1/video/generations/{id}/cancel', 'Video', 'Cancel a task'),
    ...describeJson(undefined, 'VideoTask'),
    method: 'post',
  },
  {
    ...get('/v1/video/generations/{id}/events', 'Video', 'Stream the status of a task until it ends'),
    schemas: { returns: { events: 'VideoTask' } },
    returns: ['events'],
  },
  {
    ...post('/v1/video/callbacks/{id}/{signature}', 'Video', 'Callback for providers: progress of a video'),
    isPublic: true,
  },
  {
    ...post('/v1/videos', 'Video', 'Create a video (OpenAI format)'),
    schemas: { accepts: { json: 'VideosRequest', form: 'VideosRequest' }, returns: { json: 'Video' } },
    accepts: ['json', 'form'],
    capability: 'video',
    example: { ...HARBOUR, seconds: '4' },
  },
  {
    ...post('/v1/videos/{id}/remix', 'Video', 'Create a variation of a video (OpenAI format)'),
    schemas: {
      accepts: { json: 'VideoRemixRequest', form: 'VideoRemixRequest' },
      returns: { json: 'Video' },
    },
    accepts: ['json', 'form'],
    example: { prompt: 'The same harbour at night' },
  },
  {
    ...get('/v1/videos', 'Video', 'List tasks (OpenAI format)'),
    ...describeJson(undefined, 'VideoList'),
    query: TASK_QUERY,
  },
  {
    ...get('/v1/videos/{id}', 'Video', 'Get a task (OpenAI format)'),
    ...describeJson(undefined, 'Video'),
  },
  {
    ...get('/v1/videos/{id}', 'Video', 'Delete a task and its video'),
    ...describeJson(undefined, 'DeletedVideo'),
    method: 'delete',
  },
  { ...get('/v1/videos/{id}/content', 'Video', 'Download a video'), returns: ['video'] },
  ...['v1beta', 'v1alpha'].flatMap((version): ModelApiRoute[] => [
    {
      ...get(
        `/${version}/models/{model}/operations/{id}`,
        'Video',
        `Get a task of a model (Google format, ${version})`,
      ),
      ...describeJson(undefined, 'Operation'),
      errors: 'google',
    },
    {
      ...get(`/${version}/operations/{id}`, 'Video', `Get a task (Google format, ${version})`),
      ...describeJson(undefined, 'Operation'),
      errors: 'google',
    },
    {
      ...get(
        `/${version}/files/{name}`,
        'Video',
        `Download a video (Google format, ${version}): {id}:download`,
      ),
      returns: ['video'],
      errors: 'google',
    },
  ]),
];
