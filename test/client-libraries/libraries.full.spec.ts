import { runClients } from './run-clients.js';

// The libraries that load quickly, with the most error-prone cases; everything else is in `npm run test:libraries`.
const part = { upstreams: ['responses', 'messages'], cases: ['tool', 'streamedTool'] };

runClients('client libraries', 'QUICK', part);
