import { describe, expect, it } from 'vitest';

import { userUpdateOf } from './user-update.ts';

const empty = { name: '', email: '', organization_id: '', permission: '' };

describe('the body of a user update', () => {
  it('keeps an organization that is no whole number, or too large for one, as it was typed', () => {
    expect(userUpdateOf({ ...empty, organization_id: '7a' })).toEqual({ organization_id: '7a' });
    expect(userUpdateOf({ ...empty, organization_id: '90071992547409931' })).toEqual({
      organization_id: '90071992547409931',
    });
    expect(userUpdateOf({ ...empty, organization_id: '0' })).toEqual({ organization_id: 0 });
  });

  it('leaves out a permission that is no whole number', () => {
    expect(userUpdateOf({ ...empty, permission: '2.5' })).toEqual({});
    expect(userUpdateOf({ ...empty, permission: ' 0 ' })).toEqual({ permission: 0 });
  });
});
