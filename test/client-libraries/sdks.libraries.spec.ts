import { runClients } from './run-clients.js';

runClients('client libraries of the vendors', 'SDKS');
