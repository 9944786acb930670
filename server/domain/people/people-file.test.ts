import { expect, it } from 'vitest';
import { PEOPLE_FILE_MOST, readPeopleFile } from './people-file.ts';

const read = (text: string) =>
  readPeopleFile(text).lines.map(({ line, username, name, roles }) => [line, username, name, roles]);

it.each([
  ['commas', 'username,name\nrana,Rana Ortiz\n'],
  ['semicolons and a mark of the order of bytes', '\ufeffUsername;Name\r\nrana;Rana Ortiz\r\n'],
  ['what a first line says', 'sep=|\r\nusername|name\r\nrana|Rana Ortiz\r\n'],
  ['what a first line says, and commas', 'sep=;\nusername;name\nrana;Rana Ortiz;;;'],
  ['what a first line says in another form', '"sep=;;"\rusername;name\rrana;Rana Ortiz'],
  ['semicolons, with as many commas in a heading', 'username;name;a, b, c\nrana;Rana Ortiz'],
  ['semicolons below an empty line', '\r\n;\r\nusername;"Name"\r\nrana;Rana Ortiz'],
  ['tabs, blanks and empty lines', 'username\tname\n\n rana \tRana Ortiz\n\t\n'],
])('reads people parted by %s', (_what, text) => {
  expect(readPeopleFile(text).lines).toMatchObject([{ username: 'rana', name: 'Rana Ortiz', level: '' }]);
});

it('counts the lines of the file, the one with the separator too', () => {
  expect(read('sep=;\nusername;name\nrana;Rana')).toEqual([[3, 'rana', 'Rana', '']]);
});

it('takes columns in any order, and names those that mean nothing', () => {
  const { lines, unused } = readPeopleFile('Phone,Name,__proto__,username\n1,Rana,2,rana');
  expect(lines).toEqual([
    { line: 2, username: 'rana', name: 'Rana', email: '', level: '', organization: '', roles: '' },
  ]);
  expect(unused).toEqual(['Phone', '__proto__']);
});

it('keeps separators, quotation marks and line ends within quotation marks', () => {
  expect(read('username,name,roles\nrana,"Ortiz, ""R""\nRana","Medic,Planner"\nlee,Lee,')).toEqual([
    [3, 'rana', 'Ortiz, "R"\nRana', 'Medic,Planner'],
    [4, 'lee', 'Lee', ''],
  ]);
});

it.each([
  ['no headings', 'rana,Rana Ortiz', /^The first line must name the columns/],
  ['a cell too many', 'username,name\nrana,Ortiz,Rana', /^Line 2 has more cells/],
  ['one below a heading without a name', 'username,name,,\nrana,Ortiz,Rana,', /^Line 2 has more cells/],
  ['very many of them', `username,name\nrana,Ortiz${','.repeat(90)}`, /^Line 2 has more cells/],
  ['nothing', '', /names nobody/],
  ['nobody', 'username,name\n', /names nobody/],
  ['an open quotation mark', 'username,name\nrana,"Rana', /quotation mark/],
  ['too many', `username,name\n${'a,b\n'.repeat(PEOPLE_FILE_MOST + 1)}`, /^The file has 101 people\. At most 100/],
])('refuses a file with %s', (_what, text, words) => {
  expect(() => readPeopleFile(text)).toThrow(words);
});
