/** The two languages of the service: today's, and that of its first version. */
export type Dialect = 'ga' | 'beta';
