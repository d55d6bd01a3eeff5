/** Who else has a page open. */
export const words = {
  presence: {
    others_one: '{{names}} also has this open',
    others_other: '{{names}} also have this open',
    isHere: '{{name}} is in this field',
    isWriting: '{{name}} is writing',
  },
};
