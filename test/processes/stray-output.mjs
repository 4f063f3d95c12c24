import { createLogger, logStrayOutput } from '#telemetry';

/** Prints in all the ways in which libraries do. */
logStrayOutput(createLogger('stray'));
const client = { password: 'hunter2' };
console.error('from a library', Object.assign(new Error('lost'), { client }), client);
console.log('plain');
process.emitWarning('careful');
process.stderr.write('raw text\nin two lines\n');
