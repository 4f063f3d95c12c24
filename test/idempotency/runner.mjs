import { createDataSource } from '#database';
import { IdempotencyKeyRepository, IdempotencyKeys } from '#idempotency';
import { SecretBox } from '#secrets';
import { pino } from 'pino';

/** A process that begins a request, reports this, and then waits to be killed. */
const { url, secretKeyHex, request, leaseMs, answer } = JSON.parse(process.argv[2]);
const dataSource = await createDataSource({ url, entities: [] }).initialize();
const repository = new IdempotencyKeyRepository(dataSource, new SecretBox(Buffer.from(secretKeyHex, 'hex')));
const keys = new IdempotencyKeys(repository, pino({ level: 'silent' }), { leaseMs });
const begun = await keys.begin({ ...request, bodyDigest: Buffer.from(request.bodyDigest) });
if (answer !== undefined) await begun.run.complete({ status: 200, headers: {}, body: Buffer.from(answer) });
process.stdout.write(`${begun.kind}\n`);
setInterval(() => undefined, 60_000);
