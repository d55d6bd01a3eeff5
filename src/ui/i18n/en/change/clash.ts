/** Values that two people have changed, each in their own way. */
export const clash = {
  writeThird: 'Write something else',
  third: 'Value to keep',
  takeThird: 'Use this',
  values_one: '{{count, number}} value to decide',
  values_other: '{{count, number}} values to decide',
  base: 'Before',
};
