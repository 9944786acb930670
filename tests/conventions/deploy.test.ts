import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { readSource } from './source.ts';

/** What the linter finds, as `line: sentence`. */
const problemsOf = (dockerfile: string): string[] =>
  validate(dockerfile).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

describe('deploy/Dockerfile', () => {
  const dockerfile = readSource('deploy/Dockerfile');

  it('is what a Docker engine understands', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it('builds on the Node that the project runs on, and ends as a user without rights', () => {
    const { devDependencies } = JSON.parse(readSource('package.json')) as { devDependencies: Record<string, string> };
    const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-\S+/gm)].map(([, version]) => version);
    expect(new Set(bases)).toEqual(new Set([devDependencies['node']]));
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toMatch(/^USER node$/m);
  });

  it('is checked by a linter that sees a mistake', () => {
    expect(problemsOf(dockerfile.replace('USER node', 'USR node'))).toEqual([expect.stringMatching(/USR/)]);
  });
});
