import { Client } from 'pg';

export async function isReady({ origin }) {
  return (await fetch(`${origin}/readyz`)).ok;
}

/** Whether a query that counts has counted nothing. */
export async function isNone({ postgres }, query) {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const [{ count }] = (await client.query(query)).rows;
    return count === '0';
  } finally {
    await client.end();
  }
}
