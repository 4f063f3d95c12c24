export interface GuidePageEntry {
  /** The name of the file in `docs/`, without `.md`. */
  name: string;
  title: string;
  /** What the page is about, in one line. */
  summary: string;
}

export interface GuideGroup {
  title: string;
  pages: readonly GuidePageEntry[];
}

/** The pages of the guide in reading order, grouped by task. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Start',
    pages: [
      {
        name: 'getting-started',
        title: 'Getting started',
        summary: 'From installation to the first request',
      },
      { name: 'running', title: 'Running', summary: 'Processes, files, health checks and logs' },
      { name: 'containers', title: 'Containers', summary: 'Run the gateway with Docker Compose' },
      { name: 'kubernetes', title: 'Kubernetes', summary: 'Run the gateway with the Helm chart' },
      { name: 'console', title: 'Web console', summary: 'The pages of the console and the playground' },
    ],
  },
  {
    title: 'Use',
    pages: [
      { name: 'clients', title: 'Clients', summary: 'Connect coding agents and SDKs' },
      {
        name: 'formats',
        title: 'API formats',
        summary: 'OpenAI, Anthropic and Google formats, and translation',
      },
      {
        name: 'media',
        title: 'Embeddings, images, audio',
        summary: 'Embeddings, images, speech, transcription, reranking and moderation',
      },
      { name: 'video', title: 'Video', summary: 'Create videos as tasks, with webhooks' },
      { name: 'realtime', title: 'Realtime', summary: 'Voice and text sessions over a WebSocket' },
      {
        name: 'idempotency-and-cache',
        title: 'Idempotency and caching',
        summary: 'Safe retries, and reuse of earlier responses',
      },
      { name: 'sandbox', title: 'Sandbox', summary: 'Built-in models for tests, with injected faults' },
    ],
  },
  {
    title: 'Administer',
    pages: [
      { name: 'configuration', title: 'Configuration', summary: 'Environment variables and the config file' },
      { name: 'providers', title: 'Providers', summary: 'The providers that a channel can use' },
      { name: 'clouds', title: 'Clouds', summary: 'Amazon Bedrock, Google Vertex AI and Azure' },
      { name: 'models', title: 'Model catalog', summary: 'Capabilities, limits and prices of models' },
      { name: 'routing', title: 'Routing', summary: 'Channel selection, retries and timeouts' },
      { name: 'limits', title: 'Limits', summary: 'Rate limits, concurrent requests and overload' },
      { name: 'budgets', title: 'Budgets', summary: 'Spending limits for tokens and owners' },
      { name: 'prices', title: 'Prices and cost', summary: 'How the cost of a request is calculated' },
      { name: 'policies', title: 'Policies', summary: 'Caps, redaction and moderation for all requests' },
      { name: 'usage', title: 'Usage', summary: 'What is recorded about each request' },
      {
        name: 'content-recording',
        title: 'Recording prompts and responses',
        summary: 'Store prompts and responses for a limited time',
      },
      { name: 'audit', title: 'Audit log', summary: 'Who changed what, and when' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      { name: 'operations', title: 'Operations', summary: 'Install, upgrade, scale and troubleshoot' },
      { name: 'command-line', title: 'Command line', summary: 'All commands, with examples' },
      {
        name: 'backup',
        title: 'Backup and restore',
        summary: 'Backups, point-in-time recovery and migration to another host',
      },
      { name: 'storage', title: 'Stored data', summary: 'What is stored, where and for how long' },
      { name: 'metrics', title: 'Metrics', summary: 'Prometheus metrics, dashboard and alerts' },
      { name: 'tracing', title: 'Tracing', summary: 'OpenTelemetry traces' },
      { name: 'capacity', title: 'Capacity', summary: 'How much load an installation can carry' },
    ],
  },
  {
    title: 'Extend',
    pages: [
      { name: 'admin-api', title: 'Admin API', summary: 'Manage the gateway from scripts' },
      { name: 'exports', title: 'Exports', summary: 'Send usage to a bucket or a webhook' },
      { name: 'presets', title: 'Presets', summary: 'Providers that use the OpenAI format' },
    ],
  },
];

export const GUIDE_PAGES: readonly GuidePageEntry[] = GUIDE_GROUPS.flatMap(({ pages }) => pages);

/** Pages for contributors, which are not part of the guide. */
export const CONTRIBUTOR_PAGES: ReadonlySet<string> = new Set(['architecture', 'performance']);

export function isGuidePage(name: string): boolean {
  return GUIDE_PAGES.some((page) => page.name === name);
}
